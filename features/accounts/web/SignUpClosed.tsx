import type { ReactNode } from 'react'

/** Says that sign-up is closed, and what to do instead; `which` limits it (" for other roles"). */
export function SignUpClosed({ which = '' }: { which?: string }): ReactNode {
  return (
    <p>
      Sign-up{which} is closed at the moment. Ask your school or facility for an invitation, or{' '}
      <a href="/contact">write to us</a>.
    </p>
  )
}
