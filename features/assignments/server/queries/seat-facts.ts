import { type ShiftFacts, where } from '#core/shift-facts.ts'

/** Where and when a seat is, from `app.seat_facts`. */
export type SeatFacts = ShiftFacts & { shift_id: string }

/** A seat with its display names for lists. */
export const inWords = ({ shift_id, date, start_time, end_time, ...named }: SeatFacts) => ({
  shift_id,
  date,
  start_time,
  end_time,
  unit: where({ date, start_time, end_time, ...named }),
})
