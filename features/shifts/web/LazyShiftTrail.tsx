import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

const Trail = lazy(() => import('./ShiftTrail.tsx').then((file) => ({ default: file.ShiftTrail })))

/** The history of a shift, fetched where it is shown: it stands at the end of its page. */
export function ShiftTrail({ id }: { id: string }): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="text" count={4} />}>
      <Trail id={id} />
    </Suspense>
  )
}
