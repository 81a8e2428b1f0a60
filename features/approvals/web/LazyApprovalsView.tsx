import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ApprovalsView } from './ApprovalsView.tsx'

const Loaded = lazy(() => import('./ApprovalsView.tsx').then((file) => ({ default: file.ApprovalsView })))

/** Who waits for a decision; fetched when that part of a page is chosen. */
export function LazyApprovalsView(props: ComponentProps<typeof ApprovalsView>): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
