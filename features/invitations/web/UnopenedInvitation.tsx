import type { ReactNode } from 'react'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { FailedState } from '#ui/FailedState.tsx'

type UnopenedInvitationProps = { error: Error; onRetry: () => void; isRetrying: boolean }

/** The invitation couldn't be loaded: says why, and offers to retry. */
export function UnopenedInvitation(props: UnopenedInvitationProps): ReactNode {
  return (
    <AuthFrame title="Your invitation">
      <FailedState {...props} />
    </AuthFrame>
  )
}
