import { useCallback, useRef, useState } from 'react'
import { deleteDraft, saveDraft, readDraft } from '#platform/web/drafts.ts'
import type { EvaluationFields } from '../contract.ts'

/** Computes a change from the current fields, because those on the screen may be older. */
export type Change = (now: EvaluationFields) => Partial<EvaluationFields>

const nameOf = (key: string): string => `link:${key}`

/** A draft that stays on this device, even after the page is closed, until it is submitted. */
export function useLocalDraft(key: string, from: EvaluationFields) {
  const [fields, setFields] = useState(() => readDraft<EvaluationFields>(nameOf(key)) ?? from)
  const latest = useRef(fields)
  // Written immediately, before rendering, so that closing the page loses nothing.
  const change = useCallback(
    (next: Change): void => {
      latest.current = { ...latest.current, ...next(latest.current) }
      saveDraft(nameOf(key), latest.current)
      setFields(latest.current)
    },
    [key],
  )
  return { fields, change, drop: () => deleteDraft(nameOf(key)) }
}
