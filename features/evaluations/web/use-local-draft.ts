import { useCallback, useState } from 'react'
import { DRAFTS } from '#platform/web/waited.ts'
import type { EvaluationFields } from '../contract.ts'

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
  const change = useCallback(
    (next: Partial<EvaluationFields>): void =>
      setFields((before) => {
        const now = { ...before, ...next }
        localStorage.setItem(keyOf(key), JSON.stringify(now))
        return now
      }),
    [key],
  )
  return { fields, change }
}
