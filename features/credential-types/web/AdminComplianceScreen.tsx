import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { credentialTypes } from './queries.ts'
import { TypesTable } from './TypesTable.tsx'

const statuses = ['active', 'retired', 'any'] as const
const filters: Filters<{ q: string; status: string }> = {
  q: searchText('Search types'),
  status: tabs<string>('Status', '', { active: 'Active', retired: 'Retired', any: 'All' }, 'active'),
}

/** The credential types of the platform, its schools and facilities (Spec §2). */
export function AdminComplianceScreen(): ReactNode {
  const list = useList(filters, { sorts: ['name'], hasOwnOrder: true })
  const status = choiceParam(list.filter.status, statuses) ?? 'active'
  const query = useQuery(credentialTypes.list.queryOptions({ input: { status } }))
  const create = (
    <LinkButton
      href="/admin/compliance/credential-types/create"
      leftSection={<IconCertificate size={18} aria-hidden />}
    >
      New type
    </LinkButton>
  )
  const wanted = list.filter.q?.trim().toLowerCase() ?? ''
  return (
    <Page
      title="Compliance"
      width="wide"
      actions={create}
      query={query}
      failedTitle="The credential types couldn’t be loaded"
      toolbar={<ListFilters list={list} />}
    >
      {(all) => (
        <TypesTable rows={all.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))} />
      )}
    </Page>
  )
}
