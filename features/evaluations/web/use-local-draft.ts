import { useCallback, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '#platform/web/drafts.ts'
import type { EvaluationFields } from '../contract.ts'

/** What becomes of the fields as they are now: what was on the screen may be older. */
export type Change = (now: EvaluationFields) => Partial<EvaluationFields>

const nameOf = (key: string): string => `link:${key}`

/** A draft that stays on this device, also when the page is closed, until it is submitted, and dropped then. */
export function useLocalDraft(key: string, from: EvaluationFields) {
  const [fields, setFields] = useState(() => readDraft<EvaluationFields>(nameOf(key)) ?? from)
  const latest = useRef(fields)
  // Written as it is pressed, before anything is rendered: a page that is closed at once has lost nothing.
  const change = useCallback(
    (next: Change): void => {
      latest.current = { ...latest.current, ...next(latest.current) }
      keepDraft(nameOf(key), latest.current)
      setFields(latest.current)
    },
    [key],
  )
  return { fields, change, drop: () => dropDraft(nameOf(key)) }
}
