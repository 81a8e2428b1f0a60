import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Partnership } from '../contract.ts'
import { agreementKindLabels, datesOf, whatNow } from '../rules.ts'
import { PAGE_SIZE, pageOf, type PartnershipsSearch, type SearchChange } from './partnerships-search.ts'
import type { usePartnershipActions } from './use-partnership-actions.tsx'

type PartnershipTableProps = {
  /** One page of those that fit. */
  rows: readonly Partnership[]
  total: number
  search: PartnershipsSearch
  onSearch: (change: SearchChange) => void
  /** Whose names stand first; the other is the reader’s own, or both are shown. */
  who: 'organization' | 'school' | 'both'
  /** Where a row’s details are. */
  hrefOf: (partnership: Partnership) => string
  actionsOf: ReturnType<typeof usePartnershipActions>['actionsOf']
  empty: EmptyStateProps
}

/** Partnerships with where each stands and what it asks for now. */
export function PartnershipTable({
  rows,
  total,
  search,
  onSearch,
  who,
  hrefOf,
  actionsOf,
  empty,
}: PartnershipTableProps): ReactNode {
  const order =
    who === 'school' ? ['school'] : who === 'organization' ? ['organization'] : ['school', 'organization']
  return (
    <DataTable
      label="Partnerships"
      rows={rows}
      columns={[...order, 'state', 'now', 'effective_to', 'agreement'].map((key) => columns[key]!)}
      rowKey={({ id }) => id}
      rowLabel={(row) =>
        who === 'both'
          ? `${row.school_name} and ${row.organization_name}`
          : who === 'school'
            ? row.school_name
            : row.organization_name
      }
      rowHref={hrefOf}
      rowActions={actionsOf}
      {...(search.sort && { sort: { key: search.sort, dir: search.dir ?? 'asc' } })}
      onSortChange={({ key, dir }) => onSearch({ sort: key, dir, page: undefined })}
      page={pageOf(search, total)}
      pageSize={PAGE_SIZE}
      total={total}
      onPageChange={(next) => onSearch({ page: next })}
      empty={empty}
    />
  )
}

const columns: Record<string, Column<Partnership>> = {
  organization: {
    key: 'organization',
    title: 'Organization',
    sortable: true,
    render: (row) => row.organization_name,
  },
  school: { key: 'school', title: 'School', sortable: true, render: (row) => row.school_name },
  state: {
    key: 'state',
    title: 'Status',
    sortable: true,
    render: ({ state }) => <StateBadge state={state} />,
  },
  now: {
    key: 'now',
    title: 'What now',
    render: (row) => (
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {whatNow(row)}
      </Text>
    ),
  },
  effective_to: {
    key: 'effective_to',
    title: 'Dates',
    sortable: true,
    render: (row) => (
      <Text span size="sm">
        {datesOf(row)}
      </Text>
    ),
  },
  agreement: {
    key: 'agreement',
    title: 'Agreement',
    phone: 'hide',
    render: (row) => (
      <>
        {row.effective_to ? agreementKindLabels[row.agreement_kind] : 'None yet'}
        <Text size="xs" c="dimmed">
          {row.all_sites ? 'All sites' : row.site_names.join(', ')}
        </Text>
      </>
    ),
  },
}
