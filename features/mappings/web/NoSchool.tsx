import type { ReactNode } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'

/** Shown to the superadmin until a school is chosen. */
export const NoSchool = ({ title, actions }: { title: string; actions: ReactNode }): ReactNode => (
  <Page title={title} actions={actions}>
    <EmptyState title="Which school?" description="Choose one above. Its clinical mapping appears here." />
  </Page>
)
