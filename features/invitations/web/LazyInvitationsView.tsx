import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { InvitationsView } from './InvitationsView.tsx'

const Loaded = lazy(() => import('./InvitationsView.tsx').then((file) => ({ default: file.InvitationsView })))

/** The invitations, loaded when that part of a page is chosen. */
export function LazyInvitationsView(props: ComponentProps<typeof InvitationsView>): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
