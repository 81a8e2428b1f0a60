import { sql } from 'kysely'
import { formatClockTime } from '#core/clock-time.ts'
import { addDays, formatDate, todayIn, weekdayOf } from '#core/plain-date.ts'
import { facilityOfPlan, shiftOptions } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { PLANS_A_DAY } from '../../rules.ts'
import { weekdayNames } from '../../rules/weekdays.ts'

/** How many plans the school made in the last 24 hours. */
export async function countToday(tx: Tx, schoolId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from public.shift_plans p where p.school_id = ${schoolId}::uuid and p.created_at > now() - interval '24 hours'`.execute(
    tx,
  )
  return rows[0]!.count
}

/** What a plan can use, with example sentences from the school's own units, instructors and dates. */
export async function planOptions(tx: Tx, schoolId: string) {
  const [options, made] = [await shiftOptions(tx, schoolId), await countToday(tx, schoolId)]
  const { time_zone } = await facilityOfPlan(tx, schoolId, null)
  const today = todayIn(time_zone)
  const semesters = options.semesters
    .filter(({ end_date: end }) => end > today)
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date))
  const next =
    semesters.find(({ start_date: start, is_active: isActive }) => isActive && start > today) ?? semesters[0]
  return {
    semesters: semesters.map(({ id, name, start_date, end_date }) => ({ id, name, start_date, end_date })),
    units: options.units.map(({ id, name, site_name: site }) => ({
      id,
      name: site ? `${name}, ${site}` : name,
    })),
    instructors: options.proctors,
    preceptors: options.preceptors,
    examples: examplesOf(options, next, today),
    suggested_id: next?.id ?? null,
    left_today: Math.max(PLANS_A_DAY - made, 0),
  }
}

type Options = Awaited<ReturnType<typeof shiftOptions>>

function examplesOf(
  { units, proctors }: Options,
  term: Options['semesters'][number] | undefined,
  today: string,
): string[] {
  if (!term) return []
  const start = term.start_date > today ? term.start_date : addDays(today, 7)
  const end = addDays(start, 48) < term.end_date ? addDays(start, 48) : term.end_date
  return units.slice(0, 3).map((unit, at) => {
    const days = weekdayNames
      .slice(at, at + (at === 1 ? 1 : 2))
      .map((name) => `${name}s`)
      .join(' and ')
    const first = unit.shift_patterns.find(
      ({ start: from, end: to }) => typeof from === 'string' && typeof to === 'string',
    ) as { start: string; end: string } | undefined
    const hours = first ? `${formatClockTime(first.start)}–${formatClockTime(first.end)}` : '7 AM–3 PM'
    const leader = proctors[at]?.name
    const monday = addDays(start, (8 - weekdayOf(start)) % 7)
    return `${days} ${hours} at ${unit.name}${unit.site_name ? `, ${unit.site_name}` : ''}, from ${formatDate(monday, 'long')} to ${formatDate(end, 'long')}, ${Math.min(unit.max_students_per_shift, 8)} students${leader ? `, instructor ${leader}` : ''}, except holidays`
  })
}
