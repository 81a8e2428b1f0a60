import { addDays, diffDays, type PlainDate } from '#core/plain-date.ts'
import type { Semester, SemesterType } from '../contract.ts'
import { semesterTypeLabels } from '../rules.ts'

/** Weeks from the start of a term to the start of the next one; the three add up to a year of 52. */
const following: Partial<Record<SemesterType, { type: SemesterType; weeks: number }>> = {
  fall: { type: 'spring', weeks: 21 },
  spring: { type: 'summer', weeks: 18 },
  summer: { type: 'fall', weeks: 13 },
}

/** Days from the first to the last day of a usual term, Monday to Friday. */
const usualDays: Partial<Record<SemesterType, number>> = { fall: 109, spring: 109, summer: 74 }

/** The academic year that contains most of a term, starting in August: "2026–2027". */
export function academicYearOf(start: PlainDate, end: PlainDate): string {
  const middle = addDays(start, Math.floor(diffDays(start, end) / 2))
  const year = Number(middle.slice(0, 4)) - (Number(middle.slice(5, 7)) >= 8 ? 0 : 1)
  return `${year}–${year + 1}`
}

/** The usual type of a term that begins on this day. */
export function typeOf(start: PlainDate): SemesterType {
  const month = Number(start.slice(5, 7))
  if (month >= 8 && month <= 10) return 'fall'
  if (month >= 5 && month <= 7) return 'summer'
  return month >= 11 ? 'winter' : 'spring'
}

/** The usual name of a term of this type: "Fall 2026". */
export function nameOf(type: SemesterType, start: PlainDate): string {
  return type === 'custom' ? '' : `${semesterTypeLabels[type]} ${start.slice(0, 4)}`
}

export type Term = Pick<Semester, 'name' | 'start_date' | 'end_date' | 'semester_type' | 'academic_year'>

/** The first term after this one that the school does not have yet, which is the most likely target of a copy. */
export function nextTerm(source: Omit<Term, 'academic_year'>, taken: readonly string[]): Term {
  const names = new Set(taken.map((name) => name.trim().toLowerCase()))
  let { semester_type: type, start_date: start } = source
  for (let tries = 0; tries < 12; tries++) {
    const next = following[type]
    type = next?.type ?? type
    start = addDays(start, (next?.weeks ?? 52) * 7)
    const name = renamed(source, type, start)
    if (!names.has(name.toLowerCase())) return termOf(source, name, type, start)
  }
  return termOf(source, `${source.name} (copy)`, type, start)
}

function termOf(
  source: Omit<Term, 'academic_year'>,
  name: string,
  type: SemesterType,
  start: PlainDate,
): Term {
  const days = diffDays(source.start_date, source.end_date)
  // Fall and spring have the same length; a summer is shorter.
  const lastsAlike = (type === 'summer') === (source.semester_type === 'summer')
  const end = addDays(start, lastsAlike ? days : (usualDays[type] ?? days))
  return {
    name,
    start_date: start,
    end_date: end,
    semester_type: type,
    academic_year: academicYearOf(start, end),
  }
}

/** The same name with the words of the other term; a name without such words gets "copy". */
function renamed(
  source: Pick<Term, 'name' | 'semester_type' | 'start_date'>,
  type: SemesterType,
  start: PlainDate,
): string {
  const name = source.name
    .replace(new RegExp(`\\b${semesterTypeLabels[source.semester_type]}\\b`, 'i'), semesterTypeLabels[type])
    .replace(/\b20\d\d\b/, start.slice(0, 4))
  return name === source.name ? `${name} (copy)` : name
}
