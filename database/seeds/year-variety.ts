import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'

type Ids = (name: string) => string
type Seed = { client: pg.Client; demoId: Ids; today: PlainDate }

/** Gives the sign-in student the next two intensive care nights and day shifts from then on, like a second-year student. */
export async function lightenJennasSchedule({ client, demoId, today }: Seed): Promise<void> {
  await client.query(
    `with late as (select a.id, a.shift_id, row_number() over (order by x.starts_at) as nth from public.assignments a join public.shifts x on x.id = a.shift_id
       where a.student_id = $1 and a.status = 'assigned' and x.date >= $2 and x.specialty = 'icu' and not exists (select from public.attendance_records r where r.id = a.id)),
     gone as (delete from public.seat_clearances c using late l where c.id = l.id and l.nth > 2),
     freed as (delete from public.assignments a using late l where a.id = l.id and l.nth > 2 returning a.shift_id)
     update public.shifts x set seats_taken = x.seats_taken - 1 from freed f where x.id = f.shift_id`,
    [demoId('jenna.student@lakeshore.example'), today],
  )
}

/** Inserts seats in the statuses that groups lack: requested, waitlisted, offered, dropped, removed. */
export async function insertYearVariety(seed: Seed): Promise<void> {
  const { client, demoId } = seed
  await insertWishes(seed)
  await client.query(
    `insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, offer_expires_at, reason, note, created_by)
     select gen_random_uuid(), s.id, s.school, s.student, s.status, 'request', tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at),
       least(now(), s.starts_at) - make_interval(hours => 5 + s.at::integer % 90), case s.status when 'offered' then now() + interval '20 hours' end,
       case s.status when 'dropped' then 'I work that weekend.' when 'removed' then 'Moved to another group.' when 'declined' then 'The seats went to students who need the hours first.' end,
       case s.status when 'requested' then 'I would like to see this before I graduate.' end, s.student
     from (
       select x.id, x.school, x.starts_at, x.ends_at, u.student, (array['requested', 'requested', 'offered', 'dropped', 'withdrawn', 'requested', 'declined', 'removed', 'lapsed', 'requested', 'dropped'])[1 + row_number() over (order by x.starts_at, x.id, u.student) % 11] as status,
         row_number() over (order by x.starts_at, x.id) as at
       from (select s.*, row_number() over (partition by s.series order by s.starts_at) as nth from year_shift s where s.kind = 'observation' and s.status = 'published') x
       cross join lateral (select m.student_id as student from public.cohort_memberships m where m.cohort_id = any (x.cohorts) and m.to_date is null and m.student_id <> $1
         and not exists (select from public.assignments a where a.student_id = m.student_id and a.busy && tstzrange(x.starts_at, x.ends_at))
         order by md5(m.student_id::text || x.id) limit 4) u where x.nth <= 3) s`,
    [demoId('jenna.student@lakeshore.example')],
  )
  // Some full groups have a waitlist; a canceled shift keeps its students.
  await client.query(
    `insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, created_by)
     select gen_random_uuid(), x.id, x.school_id, u.student, 'waitlisted', 'request', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at), now() - interval '2 days', u.student
     from (select x.* from public.shifts x join year_shift s on s.id = x.id where x.status = 'full' order by x.starts_at limit 6) x
     cross join lateral (select m.student_id as student from public.cohort_memberships m where m.cohort_id = any (x.cohort_ids) and m.to_date is null and m.student_id <> $1
       and not exists (select from public.assignments a where a.student_id = m.student_id and a.busy && tstzrange(x.starts_at, x.ends_at)) order by md5(m.student_id::text || x.id) limit 2) u`,
    [demoId('jenna.student@lakeshore.example')],
  )
  await client.query(`
    insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, decided_at, reason, created_by)
    select distinct on (s.id, e.student) gen_random_uuid(), s.id, s.school, e.student, 'cancelled', 'admin', tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at),
      least(now(), s.starts_at) - interval '30 days', least(now(), s.starts_at) - interval '14 hours', s.reason, s.planner
    from year_shift s join year_shift o on o.series = s.series join year_seat e on e.shift = o.id where s.status = 'cancelled'`)
  await checkInToLab(seed)
}

/** The lab shift that is always under way has students checked in. */
async function checkInToLab({ client, demoId }: Seed): Promise<void> {
  await client.query(
    `with seat as (
       insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, created_by)
       select gen_random_uuid(), x.id, x.school_id, u.id, 'checked_in', 'signup', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at), x.starts_at - interval '6 days', u.id
       from public.shifts x join public.users u on u.linked_school_id = x.school_id and u.role = 'student' and u.student_number < 'P-2000'
       where x.id = $1 and x.status = 'in_progress' and not exists (select from public.assignments a where a.student_id = u.id and a.busy && tstzrange(x.starts_at, x.ends_at))
       returning *)
     insert into public.attendance_records (id, school_id, shift_id, student_id, status, check_in_at, check_in_method, check_in_pressed_at, check_in_received_at)
     select id, school_id, shift_id, student_id, 'checked_in', lower(during) - interval '4 minutes', 'code', lower(during) - interval '4 minutes', lower(during) - interval '4 minutes' from seat`,
    [demoId('prairie lab in_progress')],
  )
}

/** Three in five of the invited students have submitted a wishlist. */
async function insertWishes({ client, demoId }: Seed): Promise<void> {
  await client.query(
    `insert into public.wishlist_choices (campaign_id, student_id, option_id, school_id, rank, entered_by)
     select w.id, m.student_id, o.id, w.school_id, row_number() over (partition by m.student_id order by md5(m.student_id::text || o.position)), m.student_id
     from public.wishlist_campaigns w join public.cohort_memberships m on m.cohort_id = any (w.cohort_ids) and m.to_date is null
     join public.wishlist_options o on o.campaign_id = w.id and o.position <= 3
     where w.id = $1 and m.student_id in (select e.student from year_seat e) and m.student_id <> $2 and get_byte(uuid_send(m.student_id), 3) % 5 < 3`,
    [demoId('wishlist rotations'), demoId('jenna.student@lakeshore.example')],
  )
}
