import { type ShiftFacts, where } from '#core/shift-facts.ts'

/** Where and when a seat is, as `app.seat_facts` gives it. */
export type SeatFacts = ShiftFacts & { shift_id: string }

/** A seat as lists name it. */
export const inWords = ({ shift_id, date, start_time, end_time, ...named }: SeatFacts) => ({
  shift_id,
  date,
  start_time,
  end_time,
  unit: where({ date, start_time, end_time, ...named }),
})
