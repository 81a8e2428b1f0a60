import { NativeSelect, Text } from '@mantine/core'
import { IconBinaryTree2, IconBuildingHospital, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ImportButton } from '#features/imports/web/public.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { NameWithLogo, useLogos } from '#features/logos/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { OrganizationRow } from '../contract.ts'
import { organizationTypeLabels } from '../rules.ts'
import {
  filterOf,
  hasFilters,
  type OrganizationsSearch,
  type SearchChange,
  statuses,
  types,
} from './organizations-search.ts'
import { facilities, useExportOrganizations } from './queries.ts'
import { stateCodes } from './states.ts'
import { useFacilityActions } from './use-facility-actions.tsx'

const pageSize = 25

/** /admin/organizations: every organization, found on the server; what is chosen is in the address (Spec §2). */
export function OrganizationsScreen(): ReactNode {
  const search = useSearch({ strict: false }) as OrganizationsSearch
  const setSearch = useSetSearch()
  const filter = filterOf(search)
  const { page = 1 } = search
  const query = useQuery({
    ...facilities.search.queryOptions({ input: { ...filter, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const logos = useLogos(query.data?.rows.map(({ id }) => id) ?? [])
  const { actionsOf, dialogs } = useFacilityActions()
  const onSearch = (change: SearchChange) => setSearch({ ...search, ...change }, change.page === undefined)
  // A change of any filter starts at the first page again.
  const refine = (change: SearchChange) => onSearch({ ...change, page: undefined })
  const createButton = (
    <LinkButton href="/admin/organizations/create" leftSection={<IconPlus size={18} aria-hidden />}>
      New organization
    </LinkButton>
  )

  return (
    <Page
      title="Organizations"
      description="Hospital systems and other organizations, with their sites and units"
      width="wide"
      actions={
        <>
          <LinkButton
            href="/admin/facility-hierarchy"
            variant="default"
            leftSection={<IconBinaryTree2 size={18} aria-hidden />}
          >
            Hierarchy
          </LinkButton>
          <ImportButton kind="sites" />
          {createButton}
        </>
      }
    >
      <Filters search={search} onRefine={refine} />
      <ListTable
        query={query}
        failedTitle="Organizations could not be loaded"
        label="Organizations"
        rows={query.data?.rows.map((row) => ({ ...row, logo: logos.get(row.id) }))}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => `/admin/organizations/${id}`}
        rowActions={(row) =>
          actionsOf({
            ...row,
            kind: 'organization' as const,
            may_manage: true,
            upcoming_shifts: 0,
          }) as never
        }
        sort={{ key: filter.sort, dir: filter.dir }}
        onSortChange={(next) => refine({ sort: next.key, dir: next.dir })}
        page={page}
        pageSize={pageSize}
        onPageChange={(next) => onSearch({ page: next })}
        empty={
          hasFilters(search)
            ? {
                title: 'No organization found',
                description: 'Try fewer filters, or another part of the name.',
              }
            : {
                title: 'No organization yet',
                description: 'Begin with the first hospital system; its sites and units come below it.',
                icon: IconBuildingHospital,
                action: createButton,
              }
        }
      />
      {dialogs}
    </Page>
  )
}

type FiltersProps = { search: OrganizationsSearch; onRefine: (change: SearchChange) => void }

function Filters({ search, onRefine }: FiltersProps): ReactNode {
  const download = useExportOrganizations()
  return (
    <FilterBar
      chosen={[search.state, search.type, search.status]}
      onClear={
        hasFilters(search)
          ? () => onRefine({ q: undefined, state: undefined, type: undefined, status: undefined })
          : undefined
      }
      end={
        <ExportButton
          isPending={download.isPending}
          onClick={() =>
            download.mutate(filterOf(search), { onSuccess: ({ filename, csv }) => saveFile(filename, csv) })
          }
        />
      }
    >
      <SearchField
        label="Search by name or city"
        value={search.q ?? ''}
        onChange={(q) => onRefine({ q: q || undefined })}
      />
      <NativeSelect
        aria-label="State"
        value={search.state ?? ''}
        data={[{ value: '', label: 'All states' }, ...stateCodes]}
        onChange={({ currentTarget }) => onRefine({ state: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Type"
        value={search.type ?? ''}
        data={[
          { value: '', label: 'All types' },
          ...types.map((value) => ({ value, label: organizationTypeLabels[value] })),
        ]}
        onChange={({ currentTarget }) => onRefine({ type: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Status"
        value={search.status ?? ''}
        data={[
          { value: '', label: 'Active and archived' },
          ...statuses.map((value) => ({ value, label: value === 'active' ? 'Active' : 'Archived' })),
        ]}
        onChange={({ currentTarget }) => onRefine({ status: currentTarget.value || undefined })}
      />
    </FilterBar>
  )
}

const columns: readonly Column<OrganizationRow & { logo: string | undefined }>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: ({ name, logo }) => <NameWithLogo src={logo} name={name} />,
  },
  {
    key: 'organization_type',
    title: 'Type',
    sortable: true,
    render: ({ organization_type: type }) => organizationTypeLabels[type],
  },
  {
    key: 'state',
    title: 'Where',
    sortable: true,
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  { key: 'parent_name', title: 'Part of', phone: 'hide', render: ({ parent_name }) => parent_name ?? '—' },
  { key: 'site_count', title: 'Sites', align: 'right', render: ({ site_count }) => number(site_count) },
  { key: 'unit_count', title: 'Units', align: 'right', render: ({ unit_count }) => number(unit_count) },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <StateBadge state={status} /> },
]

const number = (count: number): ReactNode => (
  <Text span size="sm">
    {count.toLocaleString('en-US')}
  </Text>
)
