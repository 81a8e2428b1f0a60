import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { cameWhole } from '#platform/web/first-answers.ts'
import { Skeletons } from '#ui/Skeletons.tsx'

/** Longer than this, what is there is shown, whatever is missing. */
const PATIENCE_MS = 5_000
/** Between two answers, the next question may not have been asked yet. */
const PAUSE_MS = 60

/**
 * Parts of a page that ask for themselves, one below the other, are shown together once all of them have their first answer: what
 * is read already is not pushed away by what comes above it. What came whole with the document stands at once.
 */
export function Together({ children }: { children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(cameWhole)
  const [isCodeMissing, setCodeMissing] = useState(false)
  const asked = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const isWhole = asked === 0 && !isCodeMissing
  useEffect(() => {
    if (isShown) return undefined
    const timer = setTimeout(() => setShown(true), isWhole ? PAUSE_MS : PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isShown, isWhole])
  return (
    <>
      {!isShown && <Skeletons shape="cards" count={6} />}
      {/* Unseen it takes no room and no focus, and its questions are asked. */}
      <div
        style={isShown ? { display: 'contents' } : { visibility: 'hidden', height: 0, overflow: 'hidden' }}
      >
        <Suspense fallback={<Missing onChange={setCodeMissing} />}>{children}</Suspense>
      </div>
    </>
  )
}

function Missing({ onChange }: { onChange: (isMissing: boolean) => void }): ReactNode {
  useEffect(() => {
    onChange(true)
    return () => onChange(false)
  }, [onChange])
  return null
}
