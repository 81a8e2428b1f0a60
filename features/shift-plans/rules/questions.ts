/** What a plan leaves open: questions with choices, and assumptions. */
import { QUESTION_KEY_LENGTH } from '#core/shift-plan-limits.ts'
import type { Answers, Assumption, Question, Reading } from './types.ts'

export type Asking = {
  ask: (kind: string, quote: string, text: string, choices: Question['choices']) => string | null
  assume: (text: string) => void
  /** Like `assume`, but once for all series. */
  assumeOnce: (text: string) => void
}

/** Collects the questions and assumptions of one series, which are numbered from 1. */
export function asking(series: number, answers: Answers, { questions, assumptions }: Reading): Asking {
  const assume = (text: string) => void assumptions.push({ series, text } satisfies Assumption)
  return {
    /** Returns the chosen answer; null while the question is open. */
    ask: (kind, quote, text, choices) => {
      const key = questionKey(`${series} ${kind} ${quote.toLowerCase()}`)
      const answer = answers[key]
      if (answer !== undefined && choices.some(({ value }) => value === answer)) return answer
      questions.push({ key, series, quote, text, choices })
      return null
    },
    assume,
    assumeOnce: (text) => {
      if (!assumptions.some((one) => one.text === text)) assume(text)
    },
  }
}

/** The key of a question; long ones are cut, with a hash of the whole, so that passages with the same start differ. */
function questionKey(whole: string): string {
  if (whole.length <= QUESTION_KEY_LENGTH) return whole
  let hash = 0
  for (const sign of whole) hash = (Math.imul(hash, 31) + sign.codePointAt(0)!) >>> 0
  const end = ` ${hash.toString(36)}`
  return `${whole.slice(0, QUESTION_KEY_LENGTH - end.length)}${end}`
}

/** The choice to ignore the words that a question is about. */
export const LEAVE = 'leave'
export const leave = [{ value: LEAVE, label: 'Leave it out' }]
