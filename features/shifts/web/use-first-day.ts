import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftFilter } from '../contract.ts'
import { useShifts } from './queries.ts'

/** The first day from today on with a shift of the filter, or today if there is none; undefined until it is known. */
export function useFirstDay(
  filter: Partial<ShiftFilter>,
  today: PlainDate,
  isOn: boolean,
): PlainDate | undefined {
  const { data, isError } = useShifts(
    { ...filter, from: today, sort: 'date', dir: 'asc' },
    { page: 1, page_size: 1 },
    isOn,
  )
  return data ? (data.rows[0]?.date ?? today) : isError ? today : undefined
}
