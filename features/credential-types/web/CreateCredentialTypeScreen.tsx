import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { useNavigateTo } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { TypeForm } from './TypeForm.tsx'

/** The page that lists a role's types. */
function listOf(role: string): { label: string; href: string } {
  if (role === 'superadmin') return { label: 'Compliance', href: '/admin/compliance' }
  return role === 'facility_admin'
    ? { label: 'Required credentials', href: '/facility/requirements' }
    : { label: 'Required credentials', href: '/school/compliance/credentials' }
}

/** A new credential type of the platform, a school or a facility, with a preview of what students will see (Spec §2). */
export function CreateCredentialTypeScreen(): ReactNode {
  const go = useNavigateTo()
  const list = listOf(useMe().role)
  return (
    <Page title="New credential type" width="wide" breadcrumbs={[list]}>
      <TypeForm onDone={() => go(list.href)} />
    </Page>
  )
}
