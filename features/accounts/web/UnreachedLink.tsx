import type { ReactNode } from 'react'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Banner } from '#ui/Banner.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'

type UnreachedLinkProps = { title: string; failure: string | undefined; onRetry: () => void }

/** The server didn’t say whether the visitor’s link works: it may be tried again, and needs no new one. */
export function UnreachedLink({ title, failure, onRetry }: UnreachedLinkProps): ReactNode {
  return (
    <AuthLayout title={title}>
      <Banner kind="danger" live>
        {failure}
      </Banner>
      <PlainButton onClick={onRetry} fullWidth>
        Try again
      </PlainButton>
    </AuthLayout>
  )
}
