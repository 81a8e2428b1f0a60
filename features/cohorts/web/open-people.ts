import { formatNumber } from '#core/number-text.ts'
import type { OpenItem } from '../contract.ts'

type Item = OpenItem & { cohort: string }

/** A student, or someone invited, with everything that is open before their cohort graduates. */
export type OpenPerson = Pick<Item, 'student_id' | 'full_name' | 'cohort'> & { key: string; items: Item[] }

/** The open items of cohorts by person and cohort, in the order they came. */
export function openPeople(items: readonly Item[]): OpenPerson[] {
  const people = new Map<string, OpenPerson>()
  for (const item of items) {
    const { student_id, full_name, cohort, detail } = item
    const key = `${cohort} ${student_id ?? detail}`
    const known = people.get(key)
    if (known) known.items.push(item)
    else people.set(key, { key, student_id, full_name, cohort, items: [item] })
  }
  return [...people.values()]
}

/** How many are not ready to graduate, in words. */
export function openTitle(items: readonly Item[]): string {
  const people = openPeople(items)
  const students = people.filter(({ student_id: id }) => id !== null).length
  if (students === 1) return '1 student isn’t ready to graduate'
  if (students > 1) return `${formatNumber(students)} students aren’t ready to graduate`
  return people.length === 1
    ? '1 invitation is not answered'
    : `${formatNumber(people.length)} invitations are not answered`
}

/** What is open, for one and for several people. */
const counted: Record<OpenItem['item'], readonly [string, string]> = {
  graduates_later: ['graduates later', 'graduate later'],
  no_student_number: ['has no student ID', 'have no student ID'],
  not_active: ['has no active account', 'have no active account'],
  starts_later: ['begins later', 'begin later'],
  credentials_missing: ['not cleared', 'not cleared'],
  hours_missing: ['lacks hours', 'lack hours'],
  shifts_ahead: ['still has shifts', 'still have shifts'],
  invitation_open: ['invitation not answered', 'invitations not answered'],
}

/** How often each thing is open, the most frequent first: "38 lack hours · 13 not cleared". */
export function openCounts(items: readonly Item[]): string {
  const times = new Map<OpenItem['item'], number>()
  for (const { item } of items) times.set(item, (times.get(item) ?? 0) + 1)
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .map(([item, many]) => `${formatNumber(many)} ${counted[item][many === 1 ? 0 : 1]}`)
    .join(' · ')
}
