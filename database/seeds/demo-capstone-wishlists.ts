import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'

type DemoId = (name: string) => string

/** Lakeshore's open wishlist of preceptors for its seniors: some have chosen, Jenna has not. */
export async function insertCapstoneWishlists(
  client: pg.Client,
  demoId: DemoId,
  today: PlainDate,
): Promise<void> {
  const school = demoId('lakeshore')
  const id = demoId('wishlist capstone')
  await client.query(
    `insert into public.wishlist_campaigns (id, school_id, semester_id, kind, name, instructions, cohort_ids, min_choices, max_choices, allow_comments, opens_on, closes_on, status)
     select $1, $2, p.semester_id, 'capstone', 'Capstone preceptors', 'Rank the nurses you would like to work with. They answer within seven days after the match.',
       array(select id from public.cohorts where school_id = $2 and name like 'BSN%'), 1, 3, true, $3, $4, 'announced'
     from public.capstone_projects p where p.school_id = $2 group by p.semester_id order by count(*) desc limit 1`,
    [id, school, addDays(today, -2), addDays(today, 12)],
  )
  await client.query(
    `insert into public.wishlist_options (id, school_id, campaign_id, preceptor_id, unit_id, latitude, longitude, position, name, location, specialty, weekdays, first_date, last_date,
       start_time, end_time, shift_count, hours, seats, availability)
     select gen_random_uuid(), $2, $1, r.id, r.facility_id, p.latitude, p.longitude, row_number() over (order by r.full_name), r.full_name, unit.name || ', ' || site.name, n.specialty, '{}',
       s.start_date, s.end_date, '00:00', '00:00', 0, 0, r.max_students, 'Days and every other weekend'
     from public.preceptors r join public.facilities unit on unit.id = r.facility_id join public.units n on n.id = unit.id join public.facilities site on site.id = unit.parent_id
     left join public.sites p on p.id = site.id join public.wishlist_campaigns w on w.id = $1 join public.semesters s on s.id = w.semester_id
     where unit.kind = 'unit' and r.email like '%harborview.example' and not exists (select from public.capstone_nominations n where n.preceptor_id = r.id)`,
    [id, school],
  )
  await client.query(
    `insert into public.wishlist_choices (campaign_id, student_id, option_id, school_id, rank, entered_by)
     select $1, m.id, o.id, $2, row_number() over (partition by m.id order by md5(m.id::text || o.position)), m.id
     from (select distinct p.student_id as id from public.capstone_projects p join public.users u on u.id = p.student_id
       join public.cohort_memberships c on c.student_id = u.id and c.to_date is null join public.wishlist_campaigns w on w.id = $1 and c.cohort_id = any (w.cohort_ids)
       where p.school_id = $2 and p.status in ('approved', 'submitted', 'under_review')) m
     join public.wishlist_options o on o.campaign_id = $1 and o.position <= 3`,
    [id, school],
  )
}
