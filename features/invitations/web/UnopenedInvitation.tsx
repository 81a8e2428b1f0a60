import type { ReactNode } from 'react'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { FailedState } from '#ui/FailedState.tsx'

type UnopenedInvitationProps = { error: Error; onRetry: () => void; isRetrying: boolean }

/** The server did not say what the invitation is: why, and a way to ask again. */
export function UnopenedInvitation(props: UnopenedInvitationProps): ReactNode {
  return (
    <AuthFrame title="Your invitation">
      <FailedState {...props} />
    </AuthFrame>
  )
}
