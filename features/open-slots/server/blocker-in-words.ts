import { type Refusal, type RefusalIn, wordsOf } from '#core/refusal.ts'
import { shiftRefusals } from '#features/shifts/server/public.ts'
import { slotRefusals } from '../messages.ts'

/** The sentences of open slots, and those of the shifts that they become. */
export const slotAndShiftRefusals = { ...shiftRefusals, ...slotRefusals }

/** What stands in a school's way, as its list shows it. */
export const blockerInWords = (refused: Refusal | null): string | null =>
  refused && wordsOf(slotAndShiftRefusals, refused as RefusalIn<typeof slotAndShiftRefusals>)
