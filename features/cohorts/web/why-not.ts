import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { cohortRefusals } from '../messages.ts'

/** Why an action is disabled, as text; false if nothing blocks it. */
export const whyNot = (blocker: RefusalIn<typeof cohortRefusals> | null): string | false =>
  blocker !== null && refusalMessage(cohortRefusals, blocker)
