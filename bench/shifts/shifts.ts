import { call } from '@orpc/server'
import type pg from 'pg'
import { addDays } from '#core/plain-date.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { dashboardHandlers } from '#features/dashboards/server/handlers.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { shiftFilter } from '#features/shifts/contract.ts'
import { openSlotsHandlers } from '#features/open-slots/server/handlers.ts'
import { shiftApprovalsHandlers } from '#features/shift-approvals/server/handlers.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import { siteFinderHandlers } from '#features/site-finder/server/handlers.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { type Ask, measureNation } from '../lib/national.ts'

// The requests of each shift screen, on the national data at 1 %, 10 % and 100 %: a school's month, a unit's week, a student's schedule,
// all shifts with filters, sorting and search, the dashboards.
// node bench/shifts/shifts.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER]
const shifts = shiftHandlers()
const slots = openSlotsHandlers()
const approvals = shiftApprovalsHandlers()
const seats = assignmentHandlers()
const dashboards = dashboardHandlers()
const facilities = facilityHandlers({ settleShift: cancelOrMoveShift })
const finder = siteFinderHandlers()
const of = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!

/** Looked up again for each share of the data. */
let own: string[] = [] // shifts of the callers' school
let units: string[] = [] // units of the facility administrator
let schools: string[] = []
let given: string[] = [] // upcoming seats of the student
let met: string[] = [] // students on the instructor's shifts

const list = (context: RequestContext, filter: Partial<ReturnType<typeof shiftFilter.parse>>, size = 50) =>
  call(shifts.list, { ...shiftFilter.parse(filter), page: 1, page_size: size }, { context })
const month = (turn: number) => {
  const from = of(['2026-09-01', '2026-10-01', '2026-11-01', '2027-02-01', '2027-03-01'], turn)
  return { from, to: addDays(from, 41) }
}
const week = (turn: number) => {
  const from = addDays('2026-09-07', 7 * (turn % 12))
  return { from, to: addDays(from, 6) }
}

const words = ['intensive', 'mercy', 'university', 'NURS 300', 'wound care']
const asks: Ask[] = [
  {
    what: 'a school’s month on the calendar',
    as: 'school_admin',
    ask: (context, turn) => list(context, month(turn), 2_000),
  },
  { what: 'a school’s shifts, first page', as: 'school_admin', ask: (context) => list(context, {}) },
  {
    what: 'a school’s shifts found by words',
    as: 'school_admin',
    ask: (context, turn) => list(context, { q: of(words, turn) }),
  },
  {
    what: 'a school’s shifts by unit',
    as: 'school_admin',
    ask: (context) => list(context, { sort: 'unit' }),
  },
  {
    what: 'a school’s shifts that wait for an answer',
    as: 'school_admin',
    ask: (context) => list(context, { needs: 'answer' }),
  },
  {
    what: 'a school’s shifts of one state',
    as: 'school_admin',
    ask: (context, turn) =>
      list(context, { status: [of(['published', 'cancelled', 'approved'] as const, turn)] }),
  },
  {
    what: 'a school’s shifts in numbers',
    as: 'school_admin',
    ask: (context) => call(shifts.summary, {}, { context }),
  },
  {
    what: 'one shift, its limits and its trail',
    as: 'school_admin',
    ask: (context, turn) => page(context, of(own, turn)),
  },
  {
    what: 'a roster',
    as: 'school_admin',
    ask: (context, turn) => call(seats.roster, { shift_id: of(own, turn) }, { context }),
  },
  {
    what: 'who could come',
    as: 'school_admin',
    ask: (context, turn) => call(seats.candidates, { shift_id: of(own, turn) }, { context }),
  },
  {
    what: 'seats that wait for the school',
    as: 'school_admin',
    ask: (context) => call(seats.waiting, {}, { context }),
  },
  {
    what: 'what the filters offer',
    as: 'school_admin',
    ask: (context) => call(shifts.options, {}, { context }),
  },
  {
    what: 'a school’s dashboard',
    as: 'school_admin',
    ask: (context) => call(dashboards.school, undefined, { context }),
  },
  { what: 'a school’s shifts as a file', as: 'school_admin', ask: file },
  {
    what: 'slots offered to a school',
    as: 'school_admin',
    ask: (context) => call(slots.list, {}, { context }),
  },
  { what: 'swaps of a school', as: 'school_admin', ask: (context) => call(seats.swaps, {}, { context }) },
  {
    what: 'hours to make up at a school',
    as: 'school_admin',
    ask: (context) => call(seats.makeups, {}, { context }),
  },
  {
    what: 'sites with the most seats',
    as: 'school_admin',
    ask: (context) => call(finder.find, { sort: 'seats', dir: 'desc' }, { context }),
  },
  {
    what: 'a unit’s week',
    as: 'facility_admin',
    ask: (context, turn) => list(context, { facility_id: of(units, turn), ...week(turn) }, 500),
  },
  { what: 'all units’ week', as: 'facility_admin', ask: (context, turn) => list(context, week(turn), 2_000) },
  {
    what: 'how full the units are in a month',
    as: 'facility_admin',
    ask: (context, turn) => call(approvals.occupancy, { from: week(turn).from, days: 31 }, { context }),
  },
  {
    what: 'what waits for the facility',
    as: 'facility_admin',
    ask: (context) => call(approvals.inbox, {}, { context }),
  },
  {
    what: 'a facility’s dashboard',
    as: 'facility_admin',
    ask: (context) => call(dashboards.facility, undefined, { context }),
  },
  {
    what: 'who comes on a day',
    as: 'facility_admin',
    ask: (context, turn) => call(approvals.dayRoster, { date: week(turn).from }, { context }),
  },
  {
    what: 'slots a facility offers',
    as: 'facility_admin',
    ask: (context) => call(slots.list, {}, { context }),
  },
  { what: 'an instructor’s shifts', as: 'proctor', ask: (context) => list(context, { mine: true }) },
  {
    what: 'an instructor’s students',
    as: 'proctor',
    ask: (context) => call(seats.proctorStudents, undefined, { context }),
  },
  {
    what: 'one student of an instructor',
    as: 'proctor',
    ask: (context, turn) => call(seats.proctorStudent, { student_id: of(met, turn) }, { context }),
  },
  {
    what: 'a student’s dashboard',
    as: 'student',
    ask: (context) => call(dashboards.member, undefined, { context }),
  },
  { what: 'a student’s schedule', as: 'student', ask: (context) => call(seats.mine, {}, { context }) },
  {
    what: 'shifts open to a student',
    as: 'student',
    ask: (context) => call(seats.available, {}, { context }),
  },
  { what: 'a student’s hours', as: 'student', ask: (context) => call(seats.progress, {}, { context }) },
  {
    what: 'the four at a student’s sign-in',
    as: 'student',
    ask: (context) => call(seats.atSignIn, undefined, { context }),
  },
  { what: 'a student’s swaps', as: 'student', ask: (context) => call(seats.swaps, {}, { context }) },
  {
    what: 'classmates to swap with',
    as: 'student',
    ask: (context, turn) => call(seats.swapPartners, { id: of(given, turn) }, { context }),
  },
  {
    what: 'a student’s hours to make up',
    as: 'student',
    ask: (context) => call(seats.makeups, {}, { context }),
  },
  { what: 'all shifts, first page', as: 'superadmin', ask: (context) => list(context, {}) },
  {
    what: 'all shifts by state',
    as: 'superadmin',
    ask: (context, turn) => list(context, { sort: 'status', dir: of(['asc', 'desc'], turn) }),
  },
  {
    what: 'all shifts by school',
    as: 'superadmin',
    ask: (context, turn) => list(context, { sort: 'school', dir: of(['asc', 'desc'], turn) }),
  },
  {
    what: 'all shifts by unit',
    as: 'superadmin',
    ask: (context, turn) => list(context, { sort: 'unit', dir: of(['asc', 'desc'], turn) }),
  },
  { what: 'all shifts of a week', as: 'superadmin', ask: (context, turn) => list(context, week(turn)) },
  {
    what: 'all shifts of a day by free seats',
    as: 'superadmin',
    ask: (context, turn) => list(context, { from: week(turn).from, to: week(turn).from, sort: 'seats' }),
  },
  {
    what: 'all shifts of a state of their life',
    as: 'superadmin',
    ask: (context, turn) =>
      list(context, {
        status: [of(['pending_facility', 'countered', 'cancelled'] as const, turn)],
        from: '2026-11-21',
      }),
  },
  {
    what: 'all shifts found by words',
    as: 'superadmin',
    ask: (context, turn) => list(context, { q: of(words, turn) }),
  },
  {
    what: 'all shifts of a week found by words',
    as: 'superadmin',
    ask: (context, turn) => list(context, { q: of(words, turn), ...week(turn) }),
  },
  {
    what: 'one school’s of all shifts',
    as: 'superadmin',
    ask: (context, turn) => list(context, { school_id: of(schools, turn), sort: 'seats' }),
  },
  {
    what: 'the superadmin’s dashboard',
    as: 'superadmin',
    ask: (context) => call(dashboards.admin, undefined, { context }),
  },
  {
    what: 'the top of the hierarchy',
    as: 'superadmin',
    ask: (context) => call(facilities.level, {}, { context }),
  },
  {
    what: 'facility operations',
    as: 'superadmin',
    ask: (context) => call(facilities.operations, undefined, { context }),
  },
]

async function page(context: RequestContext, id: string): Promise<void> {
  await call(shifts.get, { id }, { context })
  await call(shifts.trail, { id }, { context })
}

async function file(context: RequestContext): Promise<void> {
  const { body } = await call(shifts.export, shiftFilter.parse({}), { context })
  for await (const _ of body);
}

/** Adds what the national data lacks: two open slots at each unit, and swaps and make-up hours for every fiftieth seat. */
async function more(admin: pg.Client): Promise<void> {
  await admin.query(
    `insert into public.open_slots (offer_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, seats)
     select f.id, f.id, d, '07:00', '15:00', f.time_zone, (d + time '07:00') at time zone f.time_zone, (d + time '15:00') at time zone f.time_zone, u.specialty, 4
     from public.facilities f join public.units u on u.id = f.id cross join (values (date '2027-03-01'), ('2027-03-08')) days (d)
     where f.status = 'active' and not exists (select from public.open_slots)`,
  )
  const some = `(select a.*, x.specialty, x.starts_at, row_number() over (order by a.id) as n, lead(a.student_id) over (partition by a.school_id order by a.student_id) as other
    from public.assignments a join public.shifts x on x.id = a.shift_id where a.status = 'assigned') s`
  await admin.query(
    `insert into public.shift_swaps (school_id, assignment_id, from_student_id, to_student_id)
     select s.school_id, s.id, s.student_id, s.other from ${some}
     where s.n % 50 = 0 and s.starts_at > now() and s.other <> s.student_id and not exists (select from public.shift_swaps)`,
  )
  await admin.query(
    `insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
     select s.school_id, s.student_id, s.id, 8, s.specialty, 'The unit closed for the day.' from ${some} where s.n % 50 = 1 and not exists (select from public.makeup_needs)`,
  )
  await admin.query('analyze public.open_slots, public.shift_swaps, public.makeup_needs')
  // Rows read here are counted here, not with the first request.
  await admin.query('select pg_stat_force_next_flush()')
}

await measureNation({
  title: 'Shifts and the students on them',
  asks,
  async prepare(admin) {
    await more(admin)
    const some = async (query: string, email: string): Promise<string[]> =>
      (await admin.query<{ id: string }>(query, [email])).rows.map(({ id }) => id)
    own = await some(
      `select s.id from public.users u join public.shifts s on s.school_id = u.linked_school_id where u.email = $1 and s.status in ('published', 'full') order by s.id limit 100`,
      nationalAccounts.school_admin,
    )
    units = await some(
      `select n.id from public.users u join public.facilities t on t.parent_id = u.linked_facility_id join public.facilities n on n.parent_id = t.id where u.email = $1 order by n.id`,
      nationalAccounts.facility_admin,
    )
    given = await some(
      `select a.id from public.users u join public.assignments a on a.student_id = u.id join public.shifts x on x.id = a.shift_id
       where u.email = $1 and a.status = 'assigned' and x.starts_at > now() order by x.starts_at`,
      nationalAccounts.student,
    )
    met = await some(
      `select distinct a.student_id as id from public.users u join public.shifts x on x.proctor_id = u.id and x.date >= current_date - 200
       join public.assignments a on a.shift_id = x.id and a.status in ('assigned', 'completed') where u.email = $1 order by 1 limit 100`,
      nationalAccounts.proctor,
    )
    schools = (
      await admin.query<{ id: string }>('select id from public.schools order by id limit 100')
    ).rows.map(({ id }) => id)
  },
})
