import { Text } from '@mantine/core'
import { IconBinaryTree2, IconBuildingHospital, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { ImportButton } from '#features/imports/web/public.ts'
import { NameWithLogo, useLogos } from '#features/logos/web/public.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { FacilityStatus, OrganizationFilter, OrganizationRow } from '../contract.ts'
import { organizationTypeLabels } from '../rules.ts'
import type { ActionTarget } from './action-target.ts'
import { facilities, useExportOrganizations } from './queries.ts'
import { stateCodes } from './states.ts'
import { useFacilityActions } from './use-facility-actions.tsx'

const filters: Filters<OrganizationFilter> = {
  search: searchText('Search organizations', { any: 'Name or city', param: 'q' }),
  state: choice(
    'State',
    'All states',
    Object.fromEntries(stateCodes.map((code) => [code, code])) as Record<string, string>,
  ),
  organization_type: choice('Type', 'All types', organizationTypeLabels, { param: 'type' }),
  status: choice('Status', 'Active and archived', { active: 'Active', archived: 'Archived' } as Record<
    FacilityStatus,
    string
  >),
}
const sorts = ['name', 'organization_type', 'state', 'status', 'created_at'] as const

/** /admin/organizations: every organization, searched on the server; the filters are in the address (Spec §2). */
export function OrganizationsScreen(): ReactNode {
  const list = useList(filters, { sorts })
  const query = useQuery({
    ...facilities.search.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    select: asTargets,
  })
  const logos = useLogos(query.data?.rows.map(({ id }) => id) ?? [])
  const actions = useFacilityActions<Row>()
  const download = useExportOrganizations()
  const createButton = (
    <LinkButton href="/admin/organizations/create" leftSection={<IconPlus size={18} aria-hidden />}>
      New organization
    </LinkButton>
  )
  return (
    <ListPage
      title="Organizations"
      description="Hospital systems and other organizations, with their sites and units"
      buttons={
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
      list={list}
      label="Organizations"
      query={query}
      rows={query.data?.rows.map((row) => ({ ...row, logo: logos.get(row.id) }))}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/admin/organizations/${id}`}
      actions={actions}
      exported={download}
      failedTitle="The organizations couldn’t be loaded"
      empty={{
        title: 'No organizations yet',
        description: 'Start with the first hospital system; add its sites and units below it.',
        icon: IconBuildingHospital,
        action: createButton,
      }}
    />
  )
}

type Row = OrganizationRow & ActionTarget & { logo: string | undefined }
/** Converts rows to targets of the facility actions. */
const asTargets = (data: { rows: OrganizationRow[]; total: number }) => ({
  ...data,
  rows: data.rows.map((row) => ({
    ...row,
    kind: 'organization' as const,
    // Only the superadmin opens this page.
    may_manage: true,
    by_superadmin: true,
    upcoming_shifts: 0,
    above:
      row.parent_name === null || row.parent_status === null
        ? null
        : { name: row.parent_name, status: row.parent_status, may_manage: true },
  })),
})

const columns: readonly Column<Row>[] = [
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
    file: ['City', 'State'],
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
    {formatNumber(count)}
  </Text>
)
