import type pg from 'pg'
import { planners } from './demo-partnerships.ts'
import { days, planShifts, type Shift, teachingTerms, termOn } from './demo-plan.ts'
import { planningStart } from './demo-terms.ts'
import { addDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { shiftInstants } from '#core/clock-time.ts'
import { insertAttendance } from './demo-attendance.ts'
import { importEarlierHours, postAttendedSeats, postFinishedSeats } from './finished-seats.ts'

type Ids = (name: string) => string
const zone = 'America/Chicago'

/** Inserts the planned shifts with their history; students on them, on waitlists and with hours to make up. */
export async function insertShifts(
  client: pg.Client,
  demoId: Ids,
  today: PlainDate,
  isWhole = false,
): Promise<void> {
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(
    new Date(),
  )
  const plan = planShifts(today, Number(hour))
  await insertSeries(client, demoId, plan)
  for (const shift of plan) await insertShift(client, demoId, shift)
  await confirmPins(client, demoId)
  await fillSeats(client, demoId, today)
  await insertAttendance(client, demoId, today)
  await postAttendedSeats(client)
  await postFinishedSeats(client)
  // The year data has hours of its own.
  await importEarlierHours(client, { school: demoId('lakeshore'), today, share: isWhole ? 0.55 : 1 })
  await askForChange(client, demoId)
  await offerSlots(client, demoId, today)
  await forgetLateness(client)
  await client.query(
    // Shifts close two weeks after their day; between terms the last ones stay open.
    `update public.shifts set status = 'closed' where status = 'completed'
       and date < least($1::date, (select max(date) + 3 from public.shifts where status = 'completed')) - 14`,
    [today],
  )
}

/** Requests are written today and were made long ago: the reason that lets them in as late ones is not theirs. */
export const forgetLateness = (client: pg.Client): Promise<unknown> =>
  client.query(`update public.shifts set lead_time_reason = null where lead_time_reason = 'Seeded'`)

/** The weekly series that shifts of the plan belong to: from their first day to their last. */
async function insertSeries(client: pg.Client, demoId: Ids, plan: readonly Shift[]): Promise<void> {
  const planned = plan.filter(({ series }) => series !== undefined)
  for (const [series, shifts] of Map.groupBy(planned, (shift) => shift.series!)) {
    const [first] = shifts
    const school = first!.school ?? 'lakeshore'
    const dates = shifts.map(({ date }) => date).toSorted()
    const pattern = {
      weekdays: [weekdayOf(dates[0]!)],
      every_weeks: 1,
      from: dates[0],
      to: dates.at(-1),
      skipped: [],
    }
    await client.query(
      `insert into public.shift_series (id, school_id, semester_id, pattern) values ($1, $2, $3, $4)`,
      [demoId(series), demoId(school), demoId(`${school} ${first!.term}`), JSON.stringify(pattern)],
    )
  }
}

const submitted = [
  'pending_facility',
  'needs_info',
  'countered',
  'declined',
  'expired',
  'withdrawn',
  'approved',
  'published',
  'in_progress',
  'completed',
  'postponed',
  'cancelled',
]
const decided = ['declined', 'approved', 'published', 'in_progress', 'completed', 'postponed', 'cancelled']
const shown = ['published', 'in_progress', 'completed', 'postponed', 'cancelled']
/** The events that lead to each status. */
const steps: Record<string, [event: string, to: string][]> = {
  needs_info: [['ask', 'needs_info']],
  countered: [['counter', 'countered']],
  declined: [['decline', 'declined']],
  expired: [['expire', 'expired']],
  withdrawn: [['withdraw', 'withdrawn']],
  postponed: [['postpone', 'postponed']],
  cancelled: [['cancel', 'cancelled']],
  completed: [
    ['start', 'in_progress'],
    ['complete', 'completed'],
  ],
}

async function insertShift(client: pg.Client, demoId: Ids, shift: Shift): Promise<void> {
  const school = shift.school ?? 'lakeshore'
  const { startsAt, endsAt } = shiftInstants({
    date: shift.date,
    start: shift.start,
    end: shift.end,
    timeZone: zone,
  })
  const capacity = shift.capacity ?? 8
  const isSubmitted = submitted.includes(shift.status)
  const isShown = shown.includes(shift.status)
  const id = demoId(shift.name)
  const counter =
    shift.more?.['counter'] === 'thursday' ? { date: addDays(shift.date, 3), note: shift.reason } : null
  await client.query(
    `insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type,
       capacity, approved_capacity, seats, seats_limit, proctor_id, series_id, status, signup_mode, submitted_at, respond_by, decided_at, decision_code, cancel_code, status_reason,
       counter, published_at, instructor_to_be_named, is_exclusive, drop_cutoff_at, lead_time_reason, objectives, arrival_note, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, case when $15 then $16::integer end, case when $17 then $16::integer end, case when $17 then 'shift' end,
       $18, $19, $20, $21, case when $17 then least(now(), $9::timestamptz) - interval '40 days' end,
       case when $20 in ('pending_facility', 'needs_info', 'countered') then least(now() + interval '10 days', $9::timestamptz) end,
       case when $15 then least(now(), $9::timestamptz) - interval '33 days' end, $22, $23, $24, $25,
       case when $26 then least(now(), $9::timestamptz) - interval '30 days' end, $26 and $18::uuid is null, $11::uuid is not null and $15,
       case when $26 then $9::timestamptz - interval '48 hours' end, case when $20 = 'pending_facility' then 'Seeded' end, $27, $28, $29)`,
    [
      id,
      demoId(school),
      demoId(`${school} ${shift.term}`),
      shift.title,
      shift.date,
      shift.start,
      shift.end,
      zone,
      startsAt,
      endsAt,
      shift.unit && demoId(shift.unit),
      shift.specialty,
      shift.kind ?? 'group',
      capacity,
      decided.includes(shift.status),
      shift.seats ?? capacity,
      isSubmitted,
      shift.proctor ? demoId(shift.proctor) : null,
      shift.series ? demoId(shift.series) : null,
      shift.status,
      shift.signup ?? 'assigned',
      shift.more?.['decision_code'] ?? null,
      shift.more?.['cancel_code'] ?? null,
      shift.reason ?? null,
      counter && JSON.stringify(counter),
      isShown,
      shift.specialty === 'icu'
        ? ['Assess a ventilated patient', 'Titrate a drip with the nurse']
        : ['Give a full report at the end of the shift'],
      shift.unit ? 'Meet at the main entrance a quarter of an hour before. Bring your badge.' : null,
      demoId(planners[school].email),
    ],
  )
  const path: [string, string][] = [['create', 'draft']]
  if (isSubmitted) path.push(shift.unit ? ['submit', 'pending_facility'] : ['agree', 'approved'])
  if (shift.unit && [...shown, 'approved'].includes(shift.status)) path.push(['approve', 'approved'])
  if (isShown) path.push(['publish', 'published'])
  path.push(...(steps[shift.status] ?? []))
  const actors: Record<string, string> = {
    approve: 'frank.education@harborview.example',
    ask: 'frank.education@harborview.example',
    counter: 'frank.education@harborview.example',
    decline: 'frank.education@harborview.example',
    postpone: 'frank.education@harborview.example',
    start: '',
    complete: '',
    expire: '',
  }
  for (const [at, [event, to]] of path.entries()) {
    const actor = actors[event] ?? planners[school].email
    await client.query(
      `insert into public.shift_events (shift_id, school_id, at, actor_id, actor_role, event, from_status, to_status, reason)
       values ($1, $2, coalesce($11::timestamptz, least(now(), $3::timestamptz) - make_interval(days => $4)), $5, $6, $7, $8, $9, $10)`,
      [
        id,
        demoId(school),
        startsAt,
        Math.max(40 - at * 7, 0),
        actor ? demoId(actor) : null,
        actor ? (actor.includes('harborview') ? 'facility_admin' : 'school_admin') : null,
        event,
        path[at - 1]?.[1] ?? null,
        to,
        at === path.length - 1 ? (shift.reason ?? null) : null,
        { start: startsAt, complete: endsAt }[event] ?? null,
      ],
    )
  }
}

/** The hospital confirmed the arrival location of one site; the coordinates of the other are unchecked. */
async function confirmPins(client: pg.Client, demoId: Ids): Promise<void> {
  await client.query(
    `update public.sites s set latitude = p.latitude, longitude = p.longitude
     from (values ($1::uuid, 43.0412, -87.9135), ($2::uuid, 43.0359, -88.0221)) p (id, latitude, longitude) where s.id = p.id`,
    [demoId('harborview-main'), demoId('harborview-west')],
  )
  await client.query(
    `update public.sites set pin_confirmed_at = now() - interval '70 days', pin_confirmed_by = $2, pin_party = 'facility', geofence_radius_m = 300 where id = $1`,
    [demoId('harborview-main'), demoId('frank.education@harborview.example')],
  )
}

/** Puts students of the two cohorts on the shifts of their weekday; a full shift with a waitlist, absences with hours to make up. */
async function fillSeats(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const school = demoId('lakeshore')
  // Pediatric seats are filled for three weeks ahead, and in the first days after a break.
  const [soon, ahead] = [addDays(today, 4), addDays(today, 20)]
  const back = teachingTerms(today)
    .flatMap(({ start, end }) => [...days(start > soon ? start : soon, end, 3)])
    .at(0)
  const settled = back && back > ahead ? back : ahead
  await client.query(
    // The seat's id determines what was unusual, so that every demonstration is the same.
    `insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, decided_at, reason, created_by)
     select overlay(overlay(md5('seat ' || x.id || m.student_id) placing '4' from 13) placing 'a' from 17)::uuid, x.id, x.school_id, m.student_id,
       case when x.status <> 'completed' then 'assigned' when (m.at + extract(week from x.date)::integer) % 17 = 0 then 'absent_excused'
         when (m.at + extract(week from x.date)::integer) % 23 = 0 then 'no_show' else 'completed' end,
       case x.signup_mode when 'self_signup' then 'signup' when 'request' then 'request' else 'admin' end, tstzrange(x.starts_at, x.ends_at), app.busy_range(x),
       least(now(), x.starts_at) - interval '28 days' + m.at * interval '7 minutes', least(now(), x.starts_at) - interval '27 days', null, $2
     from public.shifts x
     join lateral (select c.student_id, row_number() over (order by u.full_name, u.id) as at from public.cohort_memberships c join public.users u on u.id = c.student_id
       where c.school_id = x.school_id and c.to_date is null and c.cohort_id = case when extract(isodow from x.date) in (2, 4) then $3::uuid else $4::uuid end) m on
       case extract(isodow from x.date)::integer when 2 then m.at <= 6 when 4 then m.at > 6 when 5 then m.at <= 5 when 3 then m.at > 5 else false end
     where x.school_id = $1 and x.status in ('published', 'completed') and x.facility_id <> $5
       and not (x.facility_id = $6 and x.date > $7::date)`,
    [
      school,
      demoId('ana.coordinator@lakeshore.example'),
      demoId('cohort bsn-fall-2025'),
      demoId('cohort bsn-fall-2024'),
      demoId('main-ob'),
      demoId('west-peds'),
      settled,
    ],
  )
  // Excused hours need to be made up.
  await client.query(
    `insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason, created_by)
     select a.school_id, a.student_id, a.id, x.credited_hours, x.specialty, 'Absent with an excuse.', $2
     from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
     where a.school_id = $1 and a.status = 'absent_excused' and x.date > $3::date - 45`,
    [school, demoId('ana.coordinator@lakeshore.example'), today],
  )
  // A seat on the next intensive care night is requested; the next pediatric afternoon is full, with one student waitlisted.
  const next = async (unit: string) =>
    (
      await client.query<{ id: string }>(
        `select id from public.shifts where facility_id = $1 and school_id = $3 and status in ('published', 'full') and starts_at > $2::date + interval '3 days'
         order by starts_at limit 1`,
        [demoId(unit), today, school],
      )
    ).rows[0]?.id
  const [night, children] = [await next('main-icu'), await next('west-peds')]
  const others = `select c.student_id from public.cohort_memberships c join public.users u on u.id = c.student_id where c.school_id = $2 and c.to_date is null
    and c.cohort_id = $3 and not exists (select 1 from public.assignments a join public.shifts x on x.id = $1 where a.student_id = c.student_id and app.holds_seat(a.status) and a.busy && app.busy_range(x))
    order by u.full_name desc, u.id`
  for (const [shift, status, count, note] of [
    [night, 'requested', 2, 'I would like to see nights before I graduate.'],
    [children, 'waitlisted', 1, null],
  ] as const)
    if (shift) {
      if (status === 'waitlisted')
        await client.query(
          'update public.shifts set seats = greatest(seats_taken, 1), approved_capacity = greatest(seats_taken, 1) where id = $1',
          [shift],
        )
      await client.query(
        `insert into public.assignments (shift_id, school_id, student_id, status, source, during, busy, note)
         select x.id, x.school_id, o.student_id, $4, 'request', tstzrange(x.starts_at, x.ends_at), app.busy_range(x), $6
         from public.shifts x, (${others} limit $5) o where x.id = $1`,
        [shift, school, demoId('cohort bsn-fall-2025'), status, count, note],
      )
    }
}

/** The school requests to move an approved shift by a day; the facility has not answered. */
async function askForChange(client: pg.Client, demoId: Ids): Promise<void> {
  await client.query(
    `update public.shifts x set change = jsonb_build_object('date', x.date + 1, 'party', 'school', 'reason', 'The lab is closed for an inspection.',
       'by', $2::text, 'at', now()) where x.id = (select id from public.shifts where facility_id = $1 and status = 'approved' order by date limit 1)`,
    [demoId('main-5e'), demoId('ana.coordinator@lakeshore.example')],
  )
}

/** The facility offers six pediatric Saturdays to every partner and withdraws one; a school takes another. */
async function offerSlots(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const begin = planningStart(today)
  const frank = demoId('frank.education@harborview.example')
  const ana = demoId(planners.lakeshore.email)
  const saturdays = [...days(begin, addDays(begin, 41), 6)]
  // The fifth, or another one within a term.
  const taken = [4, 5, 3, 1, 0].find((at) => termOn(saturdays[at]!, today))
  for (const [at, date] of saturdays.entries()) {
    const term = termOn(date, today)
    const isTaken = at === taken && term !== undefined
    if (isTaken)
      await insertShift(client, demoId, {
        name: 'taken peds',
        term,
        title: 'Child Health',
        date,
        start: '07:00',
        end: '15:00',
        unit: 'west-peds',
        specialty: 'pediatrics',
        status: 'pending_facility',
        capacity: 4,
      })
    const status = at === 2 ? 'withdrawn' : isTaken ? 'taken' : 'open'
    const { startsAt, endsAt } = shiftInstants({ date, start: '07:00', end: '15:00', timeZone: zone })
    await client.query(
      `insert into public.open_slots (id, offer_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, seats, note, status, status_reason,
         settled_at, settled_by, created_by, school_id, shift_id)
       values ($1, $2, $3, $4, '07:00', '15:00', $5, $6, $7, 'pediatrics', 4, 'Saturdays are calm: good days for first steps.', $8, $9,
         case when $8 <> 'open' then now() - interval '1 day' end, $11, $10, $12, $13)`,
      [
        demoId(`offer peds ${date}`),
        demoId('offer peds'),
        demoId('west-peds'),
        date,
        zone,
        startsAt,
        endsAt,
        status,
        at === 2 ? 'The unit moves that weekend.' : null,
        frank,
        isTaken ? ana : status === 'open' ? null : frank,
        isTaken ? demoId('lakeshore') : null,
        isTaken ? demoId('taken peds') : null,
      ],
    )
  }
}
