import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { credentialTypes } from './queries.ts'
import { TypesTable } from './TypesTable.tsx'

const statuses = ['active', 'retired', 'any'] as const

/** The credential types of the platform, its schools and facilities (Spec §2). */
export function AdminComplianceScreen(): ReactNode {
  const search = useSearch({ from: '/_app/admin/compliance/' })
  const setSearch = useSetSearch()
  const status = choiceParam(search.status, statuses) ?? 'active'
  const query = useQuery(credentialTypes.list.queryOptions({ input: { status } }))
  const create = (
    <LinkButton
      href="/admin/compliance/credential-types/create"
      leftSection={<IconCertificate size={18} aria-hidden />}
    >
      New type
    </LinkButton>
  )
  const wanted = search.q?.trim().toLowerCase() ?? ''
  return (
    <Page
      title="Compliance"
      width="wide"
      actions={create}
      query={query}
      failedTitle="We couldn’t load the credential types"
      toolbar={
        <FilterBar onClear={search.q || search.status ? () => setSearch({}) : undefined}>
          <SearchField
            label="Search types"
            value={search.q ?? ''}
            onChange={(q) => setSearch({ ...search, q: q || undefined })}
          />
          <SegmentedFilter
            label="Status"
            value={status}
            options={[
              { value: 'active', label: 'Active' },
              { value: 'retired', label: 'Retired' },
              { value: 'any', label: 'All' },
            ]}
            onChange={(to) => setSearch({ ...search, status: to === 'active' ? undefined : to })}
          />
        </FilterBar>
      }
    >
      {(all) => (
        <TypesTable rows={all.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))} />
      )}
    </Page>
  )
}
