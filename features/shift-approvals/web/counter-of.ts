import type { Proposal, SeriesRow } from '#features/shifts/contract.ts'

/** The values of the counteroffer form; empty means unchanged. */
export type CounterValues = {
  start_time: string
  end_time: string
  facility_id: string
  capacity: number | string
  reason: string
}

/** What a facility proposes for each shift of a request: only what differs from the school's request. */
export function counterOf(
  request: Pick<SeriesRow, 'start_time' | 'end_time' | 'facility_id' | 'seats_from' | 'seats_to'>,
  values: CounterValues,
): Omit<Proposal, 'date'> {
  const seats = values.capacity === '' ? undefined : Number(values.capacity)
  const isSeats = seats !== undefined && !(seats === request.seats_from && seats === request.seats_to)
  return {
    ...(values.start_time && values.start_time !== request.start_time && { start_time: values.start_time }),
    ...(values.end_time && values.end_time !== request.end_time && { end_time: values.end_time }),
    ...(values.facility_id &&
      values.facility_id !== request.facility_id && { facility_id: values.facility_id }),
    ...(isSeats && { capacity: seats }),
  }
}
