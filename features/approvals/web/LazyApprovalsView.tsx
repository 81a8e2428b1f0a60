import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ApprovalsView } from './ApprovalsView.tsx'

const Loaded = lazy(() => import('./ApprovalsView.tsx').then((file) => ({ default: file.ApprovalsView })))

/** The sign-up requests, loaded when that section of a page is opened. */
export function LazyApprovalsView(props: ComponentProps<typeof ApprovalsView>): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
