import { wordsOf } from '#core/refusal.ts'
import type { PartnershipTerms } from '../contract.ts'
import { partnershipRefusals } from '../messages.ts'
import { type Command, moveRefusal, type Standing, termRefusals } from '../rules.ts'

/** Refusals for which a command is not offered at all: it has no meaning now, no matter who asks. */
const meaningless = ['not_now', 'ends_already', 'not_ending', 'no_proposal', 'restore_over']

/** Whether a command is offered, and in words why it is not the reader's now; null when it is. */
export function whyNot(
  command: Command,
  partnership: Standing,
  now: number,
): { isOffered: boolean; why: string | null } {
  const refused = moveRefusal(command, partnership, { now })
  return {
    isOffered: !refused || !meaningless.some((code) => refused.code === `partnership.${code}`),
    why: refused && wordsOf(partnershipRefusals, refused),
  }
}

/** What does not hold together in the days of an agreement, in words, by its field. */
export function termProblems(
  terms: Pick<PartnershipTerms, 'effective_from' | 'effective_to'>,
  today: string,
): [field: string, sentence: string][] {
  return Object.entries(termRefusals(terms, today)).map(([field, refused]) => [
    field,
    wordsOf(partnershipRefusals, refused),
  ])
}
