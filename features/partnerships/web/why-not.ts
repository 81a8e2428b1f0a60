import { refusalMessage } from '#core/refusal.ts'
import type { PartnershipTerms } from '../contract.ts'
import { partnershipRefusals } from '../messages.ts'
import { type Command, moveBlocker, type StepFacts, termRefusals } from '../rules.ts'

/** Refusals for which a command is not offered at all, because no one can run it now. */
const meaningless = ['not_now', 'ends_already', 'not_ending', 'no_proposal', 'restore_over']

/** Whether a command is offered, and why the reader can't run it now, in words; null if they can. */
export function whyNot(
  command: Command,
  partnership: StepFacts,
  now: number,
): { isOffered: boolean; why: string | null } {
  const refused = moveBlocker(command, partnership, { now })
  return {
    isOffered: !refused || !meaningless.some((code) => refused.code === `partnership.${code}`),
    why: refused && refusalMessage(partnershipRefusals, refused),
  }
}

/** Errors in the dates of an agreement, in words, by field. */
export function termProblems(
  terms: Pick<PartnershipTerms, 'effective_from' | 'effective_to'>,
  today: string,
): [field: string, sentence: string][] {
  return Object.entries(termRefusals(terms, today)).map(([field, refused]) => [
    field,
    refusalMessage(partnershipRefusals, refused),
  ])
}
