import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

const AccessLog = lazy(() => import('./AccessLog.tsx').then((file) => ({ default: file.AccessLog })))
const FailedSignIns = lazy(() =>
  import('./FailedSignIns.tsx').then((file) => ({ default: file.FailedSignIns })),
)
const TrailSeal = lazy(() => import('./TrailSeal.tsx').then((file) => ({ default: file.TrailSeal })))

/** The access log, fetched where it is shown: it stands at the end of a page or behind a tab. */
export function LazyAccessLog(): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <AccessLog />
    </Suspense>
  )
}

/** The list of failed sign-ins, fetched where it is shown. */
export function LazyFailedSignIns(): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <FailedSignIns />
    </Suspense>
  )
}

/** How the trail is sealed, fetched where it is shown. */
export function LazyTrailSeal(): ReactNode {
  return (
    <Suspense fallback={<Skeletons count={3} />}>
      <TrailSeal />
    </Suspense>
  )
}
