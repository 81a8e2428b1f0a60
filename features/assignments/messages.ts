import { conflict, notFound } from '#core/refusal.ts'

/** Why something about a seat is refused. */
export const seatRefusals = {
  'seat.not_found': notFound(() => 'There is no such seat.'),
  'swap.not_open': conflict(
    () => 'Seats change hands before the shift begins, while it is published. Ask your coordinator.',
  ),
}
