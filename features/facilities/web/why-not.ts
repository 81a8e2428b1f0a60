import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { facilityRefusals } from '../messages.ts'

/** Why something is disabled, in words; false if it is not. */
export const whyNot = (blocker: RefusalIn<typeof facilityRefusals> | null): string | false =>
  blocker !== null && refusalMessage(facilityRefusals, blocker)
