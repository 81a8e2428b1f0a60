import { useCallback, useRef, useState } from 'react'
import { DRAFTS } from '#platform/web/waited.ts'
import type { EvaluationFields } from '../contract.ts'

/** What becomes of the fields as they are now: what was on the screen may be older. */
export type Change = (now: EvaluationFields) => Partial<EvaluationFields>

const keyOf = (key: string): string => `${DRAFTS}link:${key}`

function readKept(key: string): EvaluationFields | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(key)) ?? '') as EvaluationFields
  } catch {
    return undefined
  }
}

/** Erases a draft that was submitted. */
export const eraseLocalDraft = (key: string): void => localStorage.removeItem(keyOf(key))

/** A draft that stays on this device, also when the page is closed, until it is submitted. */
export function useLocalDraft(key: string, from: EvaluationFields) {
  const [fields, setFields] = useState(() => readKept(key) ?? from)
  const latest = useRef(fields)
  // Written as it is pressed, before anything is rendered: a page that is closed at once has lost nothing.
  const change = useCallback(
    (next: Change): void => {
      latest.current = { ...latest.current, ...next(latest.current) }
      localStorage.setItem(keyOf(key), JSON.stringify(latest.current))
      setFields(latest.current)
    },
    [key],
  )
  return { fields, change }
}
