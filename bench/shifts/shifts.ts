import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { dashboardHandlers } from '#features/dashboards/server/handlers.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { shiftFilter } from '#features/shifts/contract.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import { siteFinderHandlers } from '#features/site-finder/server/handlers.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { type Ask, measureNation } from '../lib/national.ts'

// What each screen of shifts asks, on the national data at 1 %, 10 % and 100 %: a school's month, a unit's week, a student's
// schedule, all shifts with filters, sorts and search, the dashboards. node bench/shifts/shifts.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER]
const shifts = shiftHandlers()
const seats = assignmentHandlers()
const dashboards = dashboardHandlers()
const facilities = facilityHandlers()
const finder = siteFinderHandlers()
const of = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!

/** Looked up anew of each share of the data. */
let own: string[] = [] // shifts of the school of those who ask
let units: string[] = [] // units of the facility administrator's
let schools: string[] = []

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
  { what: 'a school’s month on the calendar', as: 'school_admin', ask: (context, turn) => list(context, month(turn), 2_000) },
  { what: 'a school’s shifts, first page', as: 'school_admin', ask: (context) => list(context, {}) },
  { what: 'a school’s shifts found by words', as: 'school_admin', ask: (context, turn) => list(context, { q: of(words, turn) }) },
  { what: 'a school’s shifts by place', as: 'school_admin', ask: (context) => list(context, { sort: 'unit' }) },
  { what: 'a school’s shifts that wait for an answer', as: 'school_admin', ask: (context) => list(context, { needs: 'answer' }) },
  { what: 'a school’s shifts of one state', as: 'school_admin', ask: (context, turn) => list(context, { status: [of(['published', 'cancelled', 'approved'] as const, turn)] }) },
  { what: 'a school’s shifts in numbers', as: 'school_admin', ask: (context) => call(shifts.summary, {}, { context }) },
  { what: 'one shift, its limits and its trail', as: 'school_admin', ask: (context, turn) => page(context, of(own, turn)) },
  { what: 'a roster', as: 'school_admin', ask: (context, turn) => call(seats.roster, { shift_id: of(own, turn) }, { context }) },
  { what: 'who could come', as: 'school_admin', ask: (context, turn) => call(seats.candidates, { shift_id: of(own, turn) }, { context }) },
  { what: 'seats that wait for the school', as: 'school_admin', ask: (context) => call(seats.waiting, {}, { context }) },
  { what: 'what the filters offer', as: 'school_admin', ask: (context) => call(shifts.options, {}, { context }) },
  { what: 'a school’s dashboard', as: 'school_admin', ask: (context) => call(dashboards.school, undefined, { context }) },
  { what: 'sites with the most places', as: 'school_admin', ask: (context) => call(finder.find, { sort: 'places', dir: 'desc' }, { context }) },
  { what: 'a unit’s week', as: 'facility_admin', ask: (context, turn) => list(context, { facility_id: of(units, turn), ...week(turn) }, 500) },
  { what: 'all units’ week', as: 'facility_admin', ask: (context, turn) => list(context, week(turn), 2_000) },
  { what: 'how full the units are in a month', as: 'facility_admin', ask: (context, turn) => call(shifts.occupancy, { from: week(turn).from, days: 31 }, { context }) },
  { what: 'what waits for the facility', as: 'facility_admin', ask: (context) => call(shifts.inbox, {}, { context }) },
  { what: 'a facility’s dashboard', as: 'facility_admin', ask: (context) => call(dashboards.facility, undefined, { context }) },
  { what: 'an instructor’s shifts', as: 'proctor', ask: (context) => list(context, { mine: true }) },
  { what: 'an instructor’s students', as: 'proctor', ask: (context) => call(seats.proctorStudents, undefined, { context }) },
  { what: 'a student’s dashboard', as: 'student', ask: (context) => call(dashboards.member, undefined, { context }) },
  { what: 'a student’s schedule', as: 'student', ask: (context) => call(seats.mine, {}, { context }) },
  { what: 'shifts open to a student', as: 'student', ask: (context) => call(seats.available, {}, { context }) },
  { what: 'a student’s hours', as: 'student', ask: (context) => call(seats.progress, {}, { context }) },
  { what: 'the four at a student’s sign-in', as: 'student', ask: (context) => call(seats.atSignIn, undefined, { context }) },
  { what: 'all shifts, first page', as: 'superadmin', ask: (context) => list(context, {}) },
  { what: 'all shifts by state', as: 'superadmin', ask: (context, turn) => list(context, { sort: 'status', dir: of(['asc', 'desc'], turn) }) },
  { what: 'all shifts by school', as: 'superadmin', ask: (context, turn) => list(context, { sort: 'school', dir: of(['asc', 'desc'], turn) }) },
  { what: 'all shifts by place', as: 'superadmin', ask: (context, turn) => list(context, { sort: 'unit', dir: of(['asc', 'desc'], turn) }) },
  { what: 'all shifts of a week', as: 'superadmin', ask: (context, turn) => list(context, week(turn)) },
  { what: 'all shifts of a day by free seats', as: 'superadmin', ask: (context, turn) => list(context, { from: week(turn).from, to: week(turn).from, sort: 'seats' }) },
  { what: 'all shifts of a state of their life', as: 'superadmin', ask: (context, turn) => list(context, { status: [of(['pending_facility', 'countered', 'cancelled'] as const, turn)], from: '2026-11-21' }) },
  { what: 'all shifts found by words', as: 'superadmin', ask: (context, turn) => list(context, { q: of(words, turn) }) },
  { what: 'all shifts of a week found by words', as: 'superadmin', ask: (context, turn) => list(context, { q: of(words, turn), ...week(turn) }) },
  { what: 'one school’s of all shifts', as: 'superadmin', ask: (context, turn) => list(context, { school_id: of(schools, turn), sort: 'seats' }) },
  { what: 'the superadmin’s dashboard', as: 'superadmin', ask: (context) => call(dashboards.admin, undefined, { context }) },
  { what: 'the top of the hierarchy', as: 'superadmin', ask: (context) => call(facilities.level, {}, { context }) },
  { what: 'facility operations', as: 'superadmin', ask: (context) => call(facilities.operations, undefined, { context }) },
] // prettier-ignore

async function page(context: RequestContext, id: string): Promise<void> {
  await call(shifts.get, { id }, { context })
  await call(shifts.trail, { id }, { context })
}

await measureNation({
  title: 'Shifts and the students on them',
  asks,
  async prepare(admin) {
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
    schools = (
      await admin.query<{ id: string }>('select id from public.schools order by id limit 100')
    ).rows.map(({ id }) => id)
  },
})
