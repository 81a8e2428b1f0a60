import { scheduledMinutes } from '#core/clock-time.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import type { ShiftOptions, ShiftRow } from '../contract.ts'
import { instructorsOf } from '../rules.ts'

/** What a board knows about where a shift may go; the server decides, considering all schools. */
export type BoardFacts = {
  rows: readonly ShiftRow[]
  units: ShiftOptions['units']
  semesters: ShiftOptions['semesters']
  today: PlainDate
  /** Holidays and breaks of the semester, each with its name. */
  daysOff: ReadonlyMap<PlainDate, string>
}

type Drop = { row: ShiftRow; unitId: string; day: PlainDate; isCopy?: boolean }

/**
 * Why a shift can't be dropped on that day, or null: the day is outside its semester. The server checks everything else, considering all
 * schools.
 */
export function dropBlocker({ row, day }: Drop, { semesters }: Pick<BoardFacts, 'semesters'>): string | null {
  const semester = semesters.find(({ id }) => id === row.semester_id)
  return semester && (day < semester.start_date || day > semester.end_date)
    ? `This day is outside ${semester.name}.`
    : null
}

/**
 * The most important warning about dropping a shift on that unit and day: the day is over or closed, an instructor is busy, the unit is
 * full, or it is a holiday.
 */
export function dropWarning(drop: Drop, facts: BoardFacts): string | null {
  const { row, unitId, day, isCopy = false } = drop
  const { rows, units, today, daysOff } = facts
  if (day < today) return 'This day has passed.'
  const unit = units.find(({ id }) => id === unitId)
  const closed = unit?.closed.find(({ from, to }) => from <= day && day <= to)
  if (unit && closed) return `${unit.name} is closed${closed.reason ? `: ${closed.reason}` : ' that day'}.`
  const others = rows.filter(
    (one) =>
      (isCopy || one.id !== row.id) && !endStates.includes(one.status) && meet(one, { ...row, date: day }),
  )
  const taught = isCopy
    ? -1
    : instructorsOf(row).findIndex((who) => others.some((one) => instructorsOf(one).includes(who)))
  if (taught >= 0)
    return `${[row.proctor_name, ...row.more_proctor_names][taught] ?? 'The instructor'} has another shift then.`
  return fullWords(row, unit, others) ?? daysOff.get(day) ?? null
}

function fullWords(
  row: ShiftRow,
  unit: BoardFacts['units'][number] | undefined,
  others: readonly ShiftRow[],
): string | null {
  if (!unit) return null
  const taken = others
    .filter(({ facility_id: where }) => where === unit.id)
    .reduce((sum, one) => sum + (one.approved_capacity ?? one.capacity), 0)
  return taken + row.capacity > unit.max_students_per_shift
    ? `${unit.name} takes ${unit.max_students_per_shift}; ${taken} are planned, this needs ${row.capacity}.`
    : null
}

type Span = Pick<ShiftRow, 'date' | 'start_time' | 'end_time'>

/** True if two shifts overlap in local time. */
function meet(one: Span, other: Span): boolean {
  const [a, b] = [spanOf(one), spanOf(other)]
  return a.start < b.end && b.start < a.end
}

function spanOf({ date, start_time: start, end_time: end }: Span): { start: number; end: number } {
  const at = Date.parse(`${date}T${start}Z`) / 60_000
  return { start: at, end: at + scheduledMinutes(start, end) }
}
