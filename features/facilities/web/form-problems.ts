import { isPlainDate } from '#core/plain-date.ts'
import type { FacilityKind } from '../contract.ts'
import { problemsOfSite, problemsOfUnit } from '../rules/fields.ts'
import { type Field, fieldsOf } from './field-groups.ts'
import { type FacilityValues, payloadOf, type Span } from './form-values.ts'

type Problem = [path: string, message: string]

/** Validates the form values, in the order of the form. */
export function problemsIn(kind: FacilityKind, values: FacilityValues, isNew: boolean): Problem[] {
  const problems: Problem[] = []
  const need = (isFine: boolean, path: string, message: string) =>
    void (isFine || problems.push([path, message]))
  if (isNew && kind !== 'organization')
    need(
      values.parent_id !== '',
      'parent_id',
      kind === 'site' ? 'Choose the organization.' : 'Choose the site.',
    )
  for (const field of fieldsOf(kind)) checkField(field, values[field.key], need)
  if (kind === 'site')
    values.holidays.forEach((day, index) =>
      need(!day || isPlainDate(day), `holidays.${index}`, 'Enter a date.'),
    )
  if (kind === 'unit') checkRows(values, need)
  if (problems.length > 0 || kind === 'organization') return problems
  const payload = payloadOf(kind, values)
  const rules =
    kind === 'unit'
      ? problemsOfUnit(payload as Parameters<typeof problemsOfUnit>[0])
      : problemsOfSite(payload as Parameters<typeof problemsOfSite>[0])
  return Object.entries(rules)
}

type Need = (isFine: boolean, path: string, message: string) => void

function checkField(field: Field, value: unknown, need: Need): void {
  if (field.type === 'switch') return
  const { key, label, required, pattern, length = 200 } = field
  const typed = String(value ?? '').trim()
  // A new site without a time zone gets its organization's.
  if (typed === '')
    return need(
      !required || field.type === 'zone',
      key,
      key === 'name' ? 'Give it a name.' : `${label} is missing.`,
    )
  if (field.type === 'number') {
    const number = Number(typed)
    const isFine =
      Number.isFinite(number) &&
      (field.decimals || Number.isInteger(number)) &&
      number >= field.least! &&
      number <= field.most!
    return need(
      isFine,
      key,
      `A ${field.decimals ? '' : 'whole '}number from ${field.least} to ${field.most}.`,
    )
  }
  need(typed.length <= length || pattern !== undefined, key, `At most ${length} characters.`)
  if (pattern) need(pattern[0].test(typed), key, pattern[1])
  if (key === 'name') need(typed.length >= 2, key, 'Give it a name of at least 2 characters.')
}

const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isCount = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

function checkRows(values: FacilityValues, need: Need): void {
  values.shift_patterns.forEach((each, index) => {
    const path = `shift_patterns.${index}`
    need(each.name.trim() !== '', `${path}.name`, 'Give the shift a name, such as D12.')
    need(isClock(each.start), `${path}.start`, 'Enter a time, such as 7:00 AM or 0700.')
    need(isClock(each.end), `${path}.end`, 'Enter a time, such as 7:00 PM or 1900.')
    need(
      each.unpaid_break_min === '' || isCount(each.unpaid_break_min, 0, 240),
      `${path}.unpaid_break_min`,
      'A whole number from 0 to 240.',
    )
  })
  for (const [level, most] of Object.entries(values.max_students_by_level))
    need(
      most.trim() === '' || isCount(most, 0, 100),
      `max_students_by_level.${level}`,
      'A whole number from 0 to 100.',
    )
  const span = (each: Span, path: string) => {
    need(isPlainDate(each.from), `${path}.from`, 'Enter a date.')
    need(isPlainDate(each.to), `${path}.to`, 'Enter a date.')
  }
  values.capacity_windows.forEach((each, index) => {
    span(each, `capacity_windows.${index}`)
    need(isCount(each.max, 0, 100), `capacity_windows.${index}.max`, 'A whole number from 0 to 100.')
  })
  values.blackout.forEach((each, index) => {
    span(each, `blackout.${index}`)
    need(each.reason.trim() !== '', `blackout.${index}.reason`, 'Give a reason.')
  })
}
