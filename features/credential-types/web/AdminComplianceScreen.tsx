import { Text } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { CredentialType } from '../contract.ts'
import { validityInWords } from '../rules.ts'
import { credentialTypes, useRetireType } from './queries.ts'
import { categoryLabels, evidenceLabels } from './type-labels.ts'

type Search = { q?: string; status?: string }
const statuses = ['active', 'retired', 'any'] as const

const columns: Column<CredentialType>[] = [
  {
    key: 'name',
    title: 'Type',
    render: ({ name, code }) => (
      <>
        {name}{' '}
        <Text span size="xs" c="dimmed">
          {code}
        </Text>
      </>
    ),
  },
  { key: 'category', title: 'Category', render: (type) => categoryLabels[type.category] },
  {
    key: 'evidence',
    title: 'What proves it',
    phone: 'hide',
    render: (type) => evidenceLabels[type.evidence],
  },
  { key: 'validity', title: 'Valid for', render: (type) => validityInWords(type.validity) },
  { key: 'owner', title: 'Belongs to', render: (type) => type.owner_name },
  {
    key: 'requirements',
    title: 'Required by',
    align: 'right',
    render: (type) => type.requirement_count,
  },
  { key: 'status', title: 'Status', render: (type) => <StateBadge state={type.status} /> },
]

/** The credential types of the platform, its schools and facilities (Spec §2). */
export function AdminComplianceScreen(): ReactNode {
  const search = useSearch({ strict: false }) as Search
  const setSearch = useSetSearch()
  const status = choiceParam(search.status, statuses) ?? 'active'
  const query = useQuery(credentialTypes.list.queryOptions({ input: { status } }))
  const retire = useRetireType()
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
        <DataTable
          label="Credential types"
          rows={all.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))}
          columns={columns}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          rowActions={(type) => [
            type.status === 'active'
              ? {
                  label: 'Retire',
                  icon: IconArchive,
                  onClick: ({ id }) => retire.mutate({ id, is_retired: true }),
                  disabled: (row) => !row.is_own && `Belongs to ${row.owner_name}.`,
                }
              : {
                  label: 'Bring back',
                  icon: IconArchiveOff,
                  onClick: ({ id }) => retire.mutate({ id, is_retired: false }),
                  disabled: (row) => !row.is_own && `Belongs to ${row.owner_name}.`,
                },
          ]}
          empty={{ title: 'No types match', description: 'Try another search or status.' }}
        />
      )}
    </Page>
  )
}
