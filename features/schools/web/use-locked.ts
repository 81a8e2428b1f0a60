import { useRef } from 'react'
import { useConflict } from '#ui/versions.ts'

type Versioned = { version: number }

/** What a form that changes something with a version remembers: the version it changes, and what somebody else saved meanwhile. */
export function useLocked<Row extends Versioned>(start: Row | undefined) {
  const { version, conflict, meet, follow, settle } = useConflict(start)
  // One id per content: sent twice by a shaky network, it creates once; what is changed after a refusal is another.
  const last = useRef({ content: '', id: '' })
  return {
    version,
    theirs: conflict?.current,
    changes: conflict?.changes ?? [],
    settle,
    /** Saved: the next change is of this version. */
    follow,
    idOf: (content: object): string => {
      const words = JSON.stringify(content)
      if (last.current.content !== words) last.current = { content: words, id: crypto.randomUUID() }
      return last.current.id
    },
    /** On a failure: takes over the newer version where the refusal carries one. */
    onError: (error: unknown): void => void meet(error),
  }
}

/** What their version says otherwise than mine, in words: "phone 1, website nothing". */
export function differencesOf<Values extends Record<string, unknown>>(
  theirs: Values,
  mine: Values,
  labels: Partial<Record<keyof Values & string, string>>,
): string {
  const words = (value: unknown): string =>
    value === true
      ? 'on'
      : value === false
        ? 'off'
        : Array.isArray(value)
          ? 'another list'
          : String(value ?? '') || 'nothing'
  const different = Object.entries(labels).filter(
    ([key]) => JSON.stringify(theirs[key]) !== JSON.stringify(mine[key]),
  )
  return different.length === 0
    ? 'the same as yours'
    : different.map(([key, label]) => `${String(label).toLowerCase()} ${words(theirs[key])}`).join(', ')
}
