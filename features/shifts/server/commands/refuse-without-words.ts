import { refuse, refusal } from '#core/refusal.ts'
import { shiftRefusals } from '../../messages.ts'

/** What someone wrote for the other party to read, trimmed; refused with this sentence when it is shorter than so many characters. */
export function refuseWithoutWords(text: string | null, sentence: string, atLeast = 3): string {
  const words = (text ?? '').trim()
  if (words.length < atLeast) refuse(shiftRefusals, refusal('shift.say_why', { sentence }))
  return words
}
