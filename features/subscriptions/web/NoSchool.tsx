import type { ReactNode } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'

/** For the superadmin before a school is selected. */
export const NoSchool = ({ title }: { title: string }): ReactNode => (
  <Page title={title}>
    <EmptyState title="Which school?" description="Choose one above. Its billing appears here." />
  </Page>
)

export const billingCrumbs = [{ label: 'Billing', href: '/billing' }]
