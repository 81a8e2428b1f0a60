import { refuse, refusal } from '#core/refusal.ts'
import { shiftRefusals } from '../../messages.ts'

/** Trims a text for the other party; throws this sentence if the text is shorter than the minimum. */
export function requireText(text: string | null, sentence: string, atLeast = 3): string {
  const words = (text ?? '').trim()
  if (words.length < atLeast) refuse(shiftRefusals, refusal('shift.say_why', { sentence }))
  return words
}
