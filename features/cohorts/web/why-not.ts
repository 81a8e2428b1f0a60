import { type RefusalIn, wordsOf } from '#core/refusal.ts'
import { cohortRefusals } from '../messages.ts'

/** Why something is disabled, in words; false where nothing stands against it. */
export const whyNot = (blocker: RefusalIn<typeof cohortRefusals> | null): string | false =>
  blocker !== null && wordsOf(cohortRefusals, blocker)
