import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

const Match = lazy(() => import('./MatchView.tsx').then((file) => ({ default: file.MatchView })))
const Own = lazy(() => import('./OwnResult.tsx').then((file) => ({ default: file.OwnResult })))

/** Runs, weights and concerns of a wishlist, loaded when one of them is opened. */
export function LazyMatchView(props: Parameters<typeof Match>[0]): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <Match {...props} />
    </Suspense>
  )
}

/** A student's result, loaded once it is published. */
export function LazyOwnResult(props: { campaignId: string }): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="cards" count={1} />}>
      <Own {...props} />
    </Suspense>
  )
}
