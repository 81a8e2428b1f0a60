import { tooLong } from './too-long.ts'

/** A reason that a question asks for. */
export interface AskedReason {
  label: string
  isRequired?: boolean
  /** The fewest characters of a required reason; 3 by default. */
  minLength?: number
  /** The most characters; 500 by default. */
  maxLength?: number
  placeholder?: string
  /** What was typed before, if the server refused it. */
  initial?: string | undefined
}

export const LONGEST_REASON = 500

/** What is wrong with a reason that was typed; undefined if nothing is. */
export function reasonProblem(
  text: string,
  { label, isRequired = false, minLength = 3, maxLength = LONGEST_REASON }: AskedReason,
): string | undefined {
  if (isRequired && text.trim().length < minLength)
    return minLength === 1 ? `${label} is required.` : `Write at least ${minLength} characters.`
  return tooLong(text, maxLength) ?? undefined
}
