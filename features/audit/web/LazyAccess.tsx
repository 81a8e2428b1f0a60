import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

const AccessLog = lazy(() => import('./AccessLog.tsx').then((file) => ({ default: file.AccessLog })))
const FailedSignIns = lazy(() =>
  import('./FailedSignIns.tsx').then((file) => ({ default: file.FailedSignIns })),
)
const TrailSeal = lazy(() => import('./TrailSeal.tsx').then((file) => ({ default: file.TrailSeal })))

/** The access log, loaded when shown: at the end of a page or behind a tab. */
export function LazyAccessLog(): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <AccessLog />
    </Suspense>
  )
}

/** The list of failed sign-ins, loaded when shown. */
export function LazyFailedSignIns(): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <FailedSignIns />
    </Suspense>
  )
}

/** The seal of the trail, loaded when shown. */
export function LazyTrailSeal(): ReactNode {
  return (
    <Suspense fallback={<Skeletons count={3} />}>
      <TrailSeal />
    </Suspense>
  )
}
