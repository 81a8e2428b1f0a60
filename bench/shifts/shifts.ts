import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { shiftFilter } from '#features/shifts/contract.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { type Ask, measureNation } from '../lib/national.ts'

// What each screen of shifts asks, on the national data at 1 %, 10 % and 100 %: a school's month, a unit's week, a student's
// schedule, all shifts with filters and search. node bench/shifts/shifts.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER]
const shifts = shiftHandlers()
const seats = assignmentHandlers()
const of = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!

/** Looked up anew of each share of the data. */
let own: string[] = [] // shifts of the school of those who ask
let units: string[] = [] // units of the facility administrator's

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

const asks: Ask[] = [
  { what: 'a school’s month on the calendar', as: 'school_admin', ask: (context, turn) => list(context, month(turn), 2_000) },
  { what: 'a school’s shifts, first page', as: 'school_admin', ask: (context) => list(context, {}) },
  { what: 'a school’s shifts found by unit', as: 'school_admin', ask: (context, turn) => list(context, { q: of(['intensive', 'emerg', 'pediat', 'memorial'], turn) }) },
  { what: 'a school’s shifts that wait for an answer', as: 'school_admin', ask: (context) => list(context, { needs: 'answer' }) },
  { what: 'a school’s shifts in numbers', as: 'school_admin', ask: (context) => call(shifts.summary, {}, { context }) },
  { what: 'one shift, its limits and its trail', as: 'school_admin', ask: (context, turn) => page(context, of(own, turn)) },
  { what: 'its roster and who could come', as: 'school_admin', ask: (context, turn) => roster(context, of(own, turn)) },
  { what: 'what the filters offer', as: 'school_admin', ask: (context) => call(shifts.options, {}, { context }) },
  { what: 'a unit’s week', as: 'facility_admin', ask: (context, turn) => list(context, { facility_id: of(units, turn), ...week(turn) }, 500) },
  { what: 'all units’ week', as: 'facility_admin', ask: (context, turn) => list(context, week(turn), 2_000) },
  { what: 'what waits for the facility', as: 'facility_admin', ask: (context) => list(context, { needs: 'answer' }) },
  { what: 'an instructor’s shifts', as: 'proctor', ask: (context) => list(context, { mine: true }) },
  { what: 'an instructor’s students', as: 'proctor', ask: (context) => call(seats.proctorStudents, undefined, { context }) },
  { what: 'a student’s schedule', as: 'student', ask: (context) => call(seats.mine, {}, { context }) },
  { what: 'shifts open to a student', as: 'student', ask: (context) => call(seats.available, {}, { context }) },
  { what: 'a student’s hours', as: 'student', ask: (context) => call(seats.progress, {}, { context }) },
  { what: 'the four at a student’s sign-in', as: 'student', ask: (context) => call(seats.atSignIn, undefined, { context }) },
  { what: 'all shifts of a week', as: 'superadmin', ask: (context, turn) => list(context, week(turn)) },
  { what: 'all shifts of a state of their life', as: 'superadmin', ask: (context, turn) => list(context, { status: [of(['pending_facility', 'countered', 'cancelled'] as const, turn)], from: '2026-11-21' }) },
  { what: 'all shifts found by words', as: 'superadmin', ask: (context, turn) => list(context, { q: of(['intensive', 'mercy', 'university', 'NURS 300'], turn), ...week(turn) }) },
] // prettier-ignore

async function page(context: RequestContext, id: string): Promise<void> {
  await call(shifts.get, { id }, { context })
  await call(shifts.trail, { id }, { context })
}

async function roster(context: RequestContext, id: string): Promise<void> {
  await call(seats.roster, { shift_id: id }, { context })
  await call(seats.candidates, { shift_id: id }, { context })
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
  },
})
