import { formatDate, isWithin, type PlainDate } from '#core/plain-date.ts'
import type { ShiftFields } from '../contract.ts'
import { isHeldOnCampus } from './campus.ts'

/** What is wrong with the fields of a shift, by field; empty if they can be saved. The term is null until one is chosen. */
export function problemsOf(
  fields: ShiftFields,
  term: { name: string; start_date: PlainDate; end_date: PlainDate } | null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!term) problems['semester_id'] = 'Choose a semester.'
  else if (!isWithin(fields.date, term.start_date, term.end_date))
    problems['date'] =
      `${term.name} runs from ${formatDate(term.start_date, 'long')} to ${formatDate(term.end_date, 'long')}.`
  if (fields.start_time === fields.end_time) problems['end_time'] = 'The end can’t be the same as the start.'
  if (!fields.facility_id && !isHeldOnCampus(fields.experience_type))
    problems['facility_id'] = 'Choose a unit: only simulation, skills lab and orientation are held on campus.'
  if (fields.credited_hours_override !== null && !fields.credited_hours_reason?.trim())
    problems['credited_hours_reason'] = 'Explain why credited hours differ from the shift length.'
  if (fields.signup_opens_at && fields.signup_closes_at && fields.signup_closes_at <= fields.signup_opens_at)
    problems['signup_closes_at'] = 'Sign-up closes after it opens.'
  if (fields.signup_policy === 'fair_round' && fields.signup_mode !== 'assigned' && !fields.signup_closes_at)
    problems['signup_closes_at'] = 'A fair round needs a decision time.'
  return problems
}
