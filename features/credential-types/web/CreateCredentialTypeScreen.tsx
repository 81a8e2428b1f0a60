import type { ReactNode } from 'react'
import { useNavigateTo } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { TypeForm } from './TypeForm.tsx'

/** A new credential type of the platform, with a preview of what students will see (Spec §2). */
export function CreateCredentialTypeScreen(): ReactNode {
  const go = useNavigateTo()
  return (
    <Page
      title="New credential type"
      width="wide"
      breadcrumbs={[{ label: 'Compliance', href: '/admin/compliance' }]}
    >
      <TypeForm onDone={() => go('/admin/compliance')} />
    </Page>
  )
}
