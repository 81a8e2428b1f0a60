import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { personRefusals } from '../messages.ts'

/** Why something is disabled, in words; false if it is not. */
export const whyNot = (blocker: RefusalIn<typeof personRefusals> | null): string | false =>
  blocker !== null && refusalMessage(personRefusals, blocker)
