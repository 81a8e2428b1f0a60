import { type Refusal, type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { shiftRefusals } from '#features/shifts/server/public.ts'
import { slotRefusals } from '../messages.ts'

/** The texts of open slots, and of the shifts they become. */
export const slotAndShiftRefusals = { ...shiftRefusals, ...slotRefusals }

/** The text of a school's blocker, as its list shows it. */
export const blockerInWords = (refused: Refusal | null): string | null =>
  refused && refusalMessage(slotAndShiftRefusals, refused as RefusalIn<typeof slotAndShiftRefusals>)
