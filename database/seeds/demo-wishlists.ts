import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'

/** Lakeshore's open wishlist of upcoming rotations: half of the students have chosen, Jenna has not. */
export async function insertWishlists(
  client: pg.Client,
  demoId: (name: string) => string,
  today: PlainDate,
): Promise<void> {
  const school = demoId('lakeshore')
  const id = demoId('wishlist rotations')
  const { rowCount } = await client.query(
    `insert into public.wishlist_campaigns (id, school_id, semester_id, name, instructions, cohort_ids, min_choices, max_choices, allow_comments, allow_hardship, opens_on, closes_on, status)
     select $1, $2, s.semester_id, 'Upcoming rotations', 'Rank the units where you would like to learn next. Questions go to the placement office.',
       array(select id from public.cohorts where school_id = $2 and name like 'BSN%'), 2, 4, true, true, $3, $4, 'announced'
     from public.shifts s where s.school_id = $2 and s.series_id is not null and s.status in ('approved', 'published', 'full') and s.starts_at > now()
     group by s.semester_id order by count(*) desc limit 1`,
    [id, school, addDays(today, -4), addDays(today, 9)],
  )
  if (!rowCount) return
  await client.query(
    `insert into public.wishlist_options (id, school_id, campaign_id, rotation_id, series_id, unit_id, latitude, longitude, position, name, location, specialty, weekdays, first_date, last_date, start_time, end_time, shift_count, hours, seats, min_seats, level_seats, requires)
     select gen_random_uuid(), $2, $1, r.id, s.series_id, min(unit.id::text)::uuid, min(p.latitude), min(p.longitude), row_number() over (order by min(unit.name), s.series_id), r.name, min(unit.name) || ', ' || min(site.name), min(s.specialty),
       array_agg(distinct extract(isodow from s.date)::integer), min(s.date), max(s.date), min(s.start_time), min(s.end_time), count(*), coalesce(sum(s.credited_hours), 0),
       greatest(min(coalesce(s.seats, s.capacity)), 1), r.min_seats, r.level_seats, r.requires
     from public.shifts s join public.wishlist_campaigns w on w.id = $1 and w.semester_id = s.semester_id
     join public.rotations r on r.series_id = s.series_id and r.canceled_at is null
     join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id left join public.sites p on p.id = site.id
     where s.school_id = $2 and s.series_id is not null and s.status in ('approved', 'published', 'full') and s.starts_at > now()
     group by s.series_id, r.id limit 8`,
    [id, school],
  )
  await client.query(
    `insert into public.wishlist_choices (campaign_id, student_id, option_id, school_id, rank, entered_by)
     select $1, m.id, o.id, $2, row_number() over (partition by m.id order by md5(m.id::text || o.position)), m.id
     from (select u.id, row_number() over (order by u.full_name) as n from public.users u join public.cohort_memberships c on c.student_id = u.id and c.to_date is null
       join public.wishlist_campaigns w on w.id = $1 and c.cohort_id = any (w.cohort_ids) where u.email <> 'jenna.student@lakeshore.example') m
     join public.wishlist_options o on o.campaign_id = $1 and o.position <= 3 where m.n % 2 = 0`,
    [id, school],
  )
}
