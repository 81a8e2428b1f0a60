import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { isFullyPrefetched } from '#platform/web/prefetched-queries.ts'
import { Skeletons } from '#ui/Skeletons.tsx'

/** After this time, the loaded parts are shown even if others are missing. */
const PATIENCE_MS = 5_000
/** Between two answers, the next query may not have started yet. */
const PAUSE_MS = 60

/**
 * Shows parts of a page that load their own data together, once all have their first answer, so that no part pushes down one that is being
 * read. If all answers came with the document, it shows them at once.
 */
export function RevealTogether({ children }: { children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(isFullyPrefetched)
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
      {/* While hidden it takes no room and no focus, but its queries run. */}
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
