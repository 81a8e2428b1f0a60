import type pg from 'pg'
import { planners } from './demo-partnerships.ts'
import { addDays, type PlainDate, todayIn, weekdayOf } from '#core/plain-date.ts'
import { shiftInstants } from '#core/clock-time.ts'

type Ids = (name: string) => string
const zone = 'America/Chicago'
const marcus = 'marcus.proctor@lakeshore.example'
const denise = 'denise.carter@lakeshore.example'

type Shift = {
  name: string
  school?: keyof typeof planners
  term: 'fall-2026' | 'spring-2027'
  title: string
  date: PlainDate
  start: string
  end: string
  unit: string | null
  specialty: string
  kind?: string
  status: string
  proctor?: string | null
  capacity?: number
  seats?: number
  signup?: 'assigned' | 'self_signup' | 'request'
  series?: string
  reason?: string
  more?: Record<string, unknown>
}

const weekly = [
  { unit: 'main-5e', title: 'Adult Health I', weekday: 2, start: '07:00', end: '15:00', specialty: 'med_surg', proctor: marcus, signup: 'assigned' },
  { unit: 'main-5e', title: 'Adult Health I', weekday: 4, start: '07:00', end: '15:00', specialty: 'med_surg', proctor: denise, signup: 'assigned' },
  { unit: 'main-icu', title: 'Critical Care', weekday: 5, start: '19:00', end: '07:00', specialty: 'icu', proctor: marcus, signup: 'request' },
  { unit: 'west-peds', title: 'Child Health', weekday: 3, start: '15:00', end: '23:00', specialty: 'pediatrics', proctor: null, signup: 'self_signup' },
] as const // prettier-ignore

/** The days on which a unit's series of a term is held. */
function* days(from: PlainDate, to: PlainDate, weekday: number): Generator<PlainDate> {
  for (let date = from; date <= to; date = addDays(date, 1)) if (weekdayOf(date) === weekday) yield date
}

/**
 * Shifts in every state over two semesters: the fall as it goes (what lies behind is closed or completed, today is under way, the rest
 * is published), the spring on its way from draft to published, with a question, a proposal, a refusal and a cancellation among
 * them; students on them, on waitlists and with hours to make up.
 */
export async function insertShifts(
  client: pg.Client,
  demoId: Ids,
  today: PlainDate = todayIn(zone),
): Promise<void> {
  for (const { unit, weekday } of weekly)
    for (const [term, from, to] of [
      ['fall-2026', '2026-08-24', '2026-12-11'],
      ['spring-2027', '2027-01-19', '2027-05-07'],
    ] as const)
      await client.query(
        `insert into public.shift_series (id, school_id, semester_id, pattern) values ($1, $2, $3, $4)`,
        [
          demoId(term === 'fall-2026' ? `series ${unit} ${weekday}` : `series ${unit} ${weekday} ${term}`),
          demoId('lakeshore'),
          demoId(`lakeshore ${term}`),
          JSON.stringify({ weekdays: [weekday], every_weeks: 1, from, to, skipped: [] }),
        ],
      )
  const shifts = [...fall(today), ...underWay(today), ...spring(today), ...ofNorthwoods(today), ...onCampus()]
  for (const shift of shifts) await insertShift(client, demoId, shift)
  await fillSeats(client, demoId, today)
  await askForChange(client, demoId)
  await offerPlaces(client, demoId, today)
  await client.query(
    `update public.shifts set status = 'closed' where status = 'completed' and date < $1::date - 14`,
    [today],
  )
}

function* fall(today: PlainDate): Generator<Shift> {
  for (const { weekday, ...pattern } of weekly)
    for (const date of days('2026-08-24', '2026-12-11', weekday))
      yield {
        ...pattern,
        name: `shift ${pattern.unit} ${date}`,
        term: 'fall-2026',
        date,
        status: date < today ? 'completed' : 'published',
        series: `series ${pattern.unit} ${weekday}`,
        seats: pattern.unit === 'west-peds' ? 5 : 8,
      }
}

/** Whenever somebody looks during the fall, one shift is under way: since two hours ago, in the other school's laboratory. */
function* underWay(today: PlainDate): Generator<Shift> {
  if (today > '2026-12-11') return
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  const hour = Math.max(0, Number(format.format(new Date())) - 2)
  const at = (n: number) => `${String(n % 24).padStart(2, '0')}:00`
  yield { name: 'prairie lab in_progress', school: 'prairie', term: 'fall-2026', title: 'Open laboratory', date: today, start: at(hour), end: at(hour + 8), unit: null,
    specialty: 'fundamentals', kind: 'skills_lab', status: 'in_progress', proctor: 'tomas.eriksen@prairie.example', capacity: 12, signup: 'assigned' } // prettier-ignore
}

/** Seventeen weeks of the spring: the nearer, the further on its way. */
function* spring(today: PlainDate): Generator<Shift> {
  const begin = today > '2027-01-19' ? addDays(today, 21) : '2027-01-19'
  for (const { weekday, ...pattern } of weekly) {
    let week = 0
    for (const date of days(begin, '2027-05-07', weekday)) {
      week += 1
      yield {
        ...pattern,
        name: `spring ${pattern.unit} ${date}`,
        term: 'spring-2027',
        date,
        status: week <= 3 ? 'published' : week <= 6 ? 'approved' : week <= 10 ? 'pending_facility' : 'draft',
        series: `series ${pattern.unit} ${weekday} spring-2027`,
        ...(pattern.unit === 'west-peds' && week > 6 ? { status: 'draft' } : {}),
      }
    }
  }
  // One of each other state, on Mondays in Labor and Delivery.
  const mondays = [...days(begin, '2027-05-07', 1)]
  const delivery = { term: 'spring-2027', title: 'Childbearing Families', unit: 'main-ob', specialty: 'maternal_newborn', start: '07:00', end: '19:00', proctor: denise, capacity: 6, signup: 'self_signup' } as const // prettier-ignore
  const states: [string, string | undefined, Record<string, unknown>?][] = [
    ['published', undefined],
    ['needs_info', 'Have they had the newborn simulation?'],
    ['countered', 'Mondays are full; Thursdays have room.', { counter: 'thursday' }],
    ['declined', 'Two units are joined for the winter.', { decision_code: 'construction_or_system_change' }],
    ['expired', 'The facility did not answer in time.'],
    ['withdrawn', 'The cohort is smaller than planned.'],
    ['postponed', 'The new monitors come that week.'],
    ['cancelled', 'The instructor was called away.', { cancel_code: 'instructor_unavailable' }],
    ['pending_facility', undefined],
    ['draft', undefined],
  ]
  for (const [at, [status, reason, more]] of states.entries()) {
    const date = mondays[at]
    if (date)
      yield {
        ...delivery,
        name: `delivery ${status}`,
        date,
        status,
        ...(reason && { reason }),
        ...(more && { more }),
      }
  }
}

/** Another partner of the hospital: its Mondays in intensive care, and Tuesdays and Thursdays among the children. */
function* ofNorthwoods(today: PlainDate): Generator<Shift> {
  const luis = 'luis.ferreira@northwoods.example'
  for (const { weekday, ...pattern } of [
    { unit: 'main-icu', title: 'Complex Care', weekday: 1, start: '07:00', end: '19:00', specialty: 'icu', proctor: luis, capacity: 6 },
    { unit: 'west-peds', title: 'Families and Children', weekday: 2, start: '07:00', end: '15:00', specialty: 'pediatrics', proctor: luis, capacity: 6 },
    { unit: 'west-peds', title: 'Families and Children', weekday: 4, start: '07:00', end: '15:00', specialty: 'pediatrics', proctor: null, capacity: 4 },
  ] as const) // prettier-ignore
    for (const [term, from, to] of [
      ['fall-2026', '2026-08-31', '2026-12-11'],
      ['spring-2027', '2027-02-01', '2027-04-30'],
    ] as const)
      for (const date of days(from, to, weekday))
        yield {
          ...pattern,
          school: 'northwoods',
          name: `northwoods ${pattern.unit} ${date}`,
          term,
          date,
          status: term === 'fall-2026' ? (date < today ? 'completed' : 'published') : date < '2027-03-15' ? 'pending_facility' : 'draft',
        } // prettier-ignore
}

/** The other school works in its own laboratory. */
function* onCampus(): Generator<Shift> {
  let week = 0
  for (const date of days('2027-01-19', '2027-03-05', 3)) {
    week += 1
    yield { name: `prairie lab ${date}`, school: 'prairie', term: 'spring-2027', title: 'Skills lab', date, start: '09:00', end: '13:00', unit: null, specialty: 'fundamentals',
      kind: 'skills_lab', status: week <= 3 ? 'published' : 'draft', proctor: 'tomas.eriksen@prairie.example', capacity: 12, signup: 'self_signup' } // prettier-ignore
  }
}

const submitted = ['pending_facility', 'needs_info', 'countered', 'declined', 'expired', 'withdrawn', 'approved', 'published', 'in_progress', 'completed', 'postponed', 'cancelled'] // prettier-ignore
const decided = ['declined', 'approved', 'published', 'in_progress', 'completed', 'postponed', 'cancelled']
const shown = ['published', 'in_progress', 'completed', 'postponed', 'cancelled']
/** How each state was come to. */
const steps: Record<string, [event: string, to: string][]> = {
  needs_info: [['ask', 'needs_info']],
  countered: [['counter', 'countered']],
  declined: [['decline', 'declined']],
  expired: [['expire', 'expired']],
  withdrawn: [['withdraw', 'withdrawn']],
  postponed: [['postpone', 'postponed']],
  cancelled: [['cancel', 'cancelled']],
  completed: [['start', 'in_progress'], ['complete', 'completed']],
} // prettier-ignore

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
       case when $26 then $9::timestamptz - interval '48 hours' end, case when $17 then 'Planned with the unit before the term.' end, $27, $28, $29)`,
    [
      id, demoId(school), demoId(`${school} ${shift.term}`), shift.title, shift.date, shift.start, shift.end, zone, startsAt, endsAt,
      shift.unit && demoId(shift.unit), shift.specialty, shift.kind ?? 'group', capacity, decided.includes(shift.status), shift.seats ?? capacity, isSubmitted,
      shift.proctor ? demoId(shift.proctor) : null, shift.series ? demoId(shift.series) : null, shift.status, shift.signup ?? 'assigned',
      shift.more?.['decision_code'] ?? null, shift.more?.['cancel_code'] ?? null, shift.reason ?? null, counter && JSON.stringify(counter), isShown,
      shift.specialty === 'icu' ? ['Assess a ventilated patient', 'Titrate a drip with the nurse'] : ['Give a full report at the end of the shift'],
      shift.unit ? 'Meet at the main entrance a quarter of an hour before. Bring your badge.' : null,
      demoId(planners[school].email),
    ], // prettier-ignore
  )
  const path: [string, string][] = [['create', 'draft']]
  if (isSubmitted) path.push(shift.unit ? ['submit', 'pending_facility'] : ['agree', 'approved'])
  if (shift.unit && [...shown, 'approved'].includes(shift.status)) path.push(['approve', 'approved'])
  if (isShown) path.push(['publish', 'published'])
  path.push(...(steps[shift.status] ?? []))
  const actors: Record<string, string> = {
    approve: 'frank.education@harborview.example', ask: 'frank.education@harborview.example', counter: 'frank.education@harborview.example',
    decline: 'frank.education@harborview.example', postpone: 'frank.education@harborview.example', start: '', complete: '', expire: '',
  } // prettier-ignore
  for (const [at, [event, to]] of path.entries()) {
    const actor = actors[event] ?? planners[school].email
    await client.query(
      `insert into public.shift_events (shift_id, school_id, at, actor_id, actor_role, event, from_status, to_status, reason)
       values ($1, $2, coalesce($11::timestamptz, least(now(), $3::timestamptz) - make_interval(days => $4)), $5, $6, $7, $8, $9, $10)`,
      [
        id, demoId(school), startsAt, Math.max(40 - at * 7, 0), actor ? demoId(actor) : null,
        actor ? (actor.includes('harborview') ? 'facility_admin' : 'school_admin') : null, event, path[at - 1]?.[1] ?? null, to,
        at === path.length - 1 ? (shift.reason ?? null) : null, { start: startsAt, complete: endsAt }[event] ?? null,
      ], // prettier-ignore
    )
  }
}

/** Students of the two cohorts on the shifts of their weekday; a full one with a line, absences with hours to make up. */
async function fillSeats(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const school = demoId('lakeshore')
  await client.query(
    `insert into public.assignments (shift_id, school_id, student_id, status, source, during, busy, asked_at, decided_at, reason, created_by)
     select x.id, x.school_id, m.student_id,
       case when x.status <> 'completed' then 'assigned' when (m.at + extract(week from x.date)::integer) % 17 = 0 then 'absent_excused'
         when (m.at + extract(week from x.date)::integer) % 23 = 0 then 'no_show' else 'completed' end,
       case x.signup_mode when 'self_signup' then 'signup' when 'request' then 'request' else 'admin' end, tstzrange(x.starts_at, x.ends_at), app.busy_range(x),
       least(now(), x.starts_at) - interval '28 days' + m.at * interval '7 minutes', least(now(), x.starts_at) - interval '27 days', null, $2
     from public.shifts x
     join lateral (select c.student_id, row_number() over (order by u.full_name, u.id) as at from public.cohort_memberships c join public.users u on u.id = c.student_id
       where c.school_id = x.school_id and c.to_date is null and c.cohort_id = case when extract(isodow from x.date) in (2, 4) then $3::uuid else $4::uuid end) m on
       case extract(isodow from x.date)::integer when 2 then m.at <= 6 when 4 then m.at > 6 when 5 then m.at <= 5 when 3 then m.at > 5 else false end
     where x.school_id = $1 and x.status in ('published', 'completed') and x.facility_id <> $5
       and not (x.facility_id = $6 and x.date > $7::date + 20)`,
    [
      school, demoId('ana.coordinator@lakeshore.example'), demoId('cohort bsn-fall-2025'), demoId('cohort bsn-fall-2024'), demoId('main-ob'),
      demoId('west-peds'), today,
    ], // prettier-ignore
  )
  // Hours missed with an excuse are to be made up.
  await client.query(
    `insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason, created_by)
     select a.school_id, a.student_id, a.id, x.credited_hours, x.specialty, 'Absent with an excuse.', $2
     from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
     where a.school_id = $1 and a.status = 'absent_excused' and x.date > $3::date - 45`,
    [school, demoId('ana.coordinator@lakeshore.example'), today],
  )
  // The next night in intensive care is asked for; the next afternoon of the children is full, and one waits.
  const next = async (unit: string) =>
    (
      await client.query<{ id: string }>(
        `select id from public.shifts where facility_id = $1 and status in ('published', 'full') and starts_at > $2::date + interval '3 days' order by starts_at limit 1`,
        [demoId(unit), today],
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

/** The school asks to move an approved shift by a day; the facility has not answered. */
async function askForChange(client: pg.Client, demoId: Ids): Promise<void> {
  await client.query(
    `update public.shifts x set change = jsonb_build_object('date', x.date + 1, 'side', 'school', 'reason', 'The lab is closed for an inspection.',
       'by', $2::text, 'at', now()) where x.id = (select id from public.shifts where facility_id = $1 and status = 'approved' order by date limit 1)`,
    [demoId('main-5e'), demoId('ana.coordinator@lakeshore.example')],
  )
}

/** The facility offers six Saturdays with the children to every partner, and takes one of them back; another is taken by a school. */
async function offerPlaces(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const begin = today > '2027-01-19' ? addDays(today, 21) : '2027-01-19'
  const frank = demoId('frank.education@harborview.example')
  const ana = demoId(planners.lakeshore.email)
  for (const [at, date] of [...days(begin, addDays(begin, 41), 6)].entries()) {
    const isTaken = at === 4 && date <= '2027-05-07'
    if (isTaken)
      await insertShift(client, demoId, { name: 'taken peds', term: 'spring-2027', title: 'Child Health', date, start: '07:00', end: '15:00', unit: 'west-peds',
        specialty: 'pediatrics', status: 'pending_facility', capacity: 4 }) // prettier-ignore
    const status = at === 2 ? 'withdrawn' : isTaken ? 'taken' : 'open'
    const { startsAt, endsAt } = shiftInstants({ date, start: '07:00', end: '15:00', timeZone: zone })
    await client.query(
      `insert into public.open_slots (id, offer_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, seats, note, status, status_reason,
         settled_at, settled_by, created_by, school_id, shift_id)
       values ($1, $2, $3, $4, '07:00', '15:00', $5, $6, $7, 'pediatrics', 4, 'Saturdays are calm: good days for first steps.', $8, $9,
         case when $8 <> 'open' then now() - interval '1 day' end, $11, $10, $12, $13)`,
      [
        demoId(`offer peds ${date}`), demoId('offer peds'), demoId('west-peds'), date, zone, startsAt, endsAt, status,
        at === 2 ? 'The unit moves that weekend.' : null, frank, isTaken ? ana : status === 'open' ? null : frank, isTaken ? demoId('lakeshore') : null,
        isTaken ? demoId('taken peds') : null,
      ], // prettier-ignore
    )
  }
}
