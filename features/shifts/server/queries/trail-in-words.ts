import type { ShiftEvent } from '../../contract.ts'

type Details = ShiftEvent['details']

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const namesRows = (key: string): boolean => /_ids?$/.test(key)

/** The ids of people, facilities, semesters and cohorts in a change. */
export const idsIn = (details: Details): string[] =>
  Object.entries(details).flatMap(([key, value]) =>
    namesRows(key) && Array.isArray(value) ? value.flat().filter(isId) : [],
  )

/** A change with names instead of ids. Lines that already have names stay; anything the reader may not know is left out. */
export function inWords(details: Details, names: ReadonlyMap<string, string>): Details {
  const called = (value: unknown): unknown => (isId(value) ? (names.get(value) ?? null) : value)
  const word = (key: string, value: unknown): unknown => {
    if (key === 'facility_id' && value === null) return 'on campus'
    if (!Array.isArray(value)) return called(value)
    const all = value.map(called).filter((one) => one !== null)
    return key === 'cohort_ids' ? all : all.join(', ') || null
  }
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      namesRows(key) && Array.isArray(value) ? value.map((one) => word(key, one)) : value,
    ]),
  )
}
