import { Badge, Text } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { choice, type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ReportFilter, ReportRow } from '../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { changeLabels, reportStateLabels, reportStateLooks, sourceLabels } from '../rules.ts'
import { permissions, useExportReport } from './queries.ts'

const states = ['in_force', 'unused', 'ineffective', 'expired', 'off'] as const
const filters: Filters<ReportFilter> = {
  q: searchText('Search people and facilities', { any: 'Person or facility' }),
  permission: choice('Permission', 'Every permission', permissionLabels),
  source: choice('By what', 'By role or grant', { role: 'By the role', grant: 'By a grant' }),
  state: tabs('Status', 'All', reportStateLabels),
}
const sorts = ['full_name', 'facility_name', 'since', 'last_used_at', 'changed_at'] as const
const nameOf = (row: ReportRow): string => `${row.full_name}, ${permissionLabels[row.permission_type]}`
const keyOf = (row: ReportRow): string =>
  `${row.user_id} ${row.permission_type} ${row.facility_id} ${row.source}`

const columns: Column<ReportRow>[] = [
  {
    key: 'full_name',
    title: 'Person',
    sortable: true,
    render: (row) => (
      <>
        <Text fw={600} size="sm">
          {row.full_name}
        </Text>
        <Text size="xs" c="dimmed">
          {row.email}
        </Text>
      </>
    ),
  },
  {
    key: 'permission',
    title: 'Permission',
    render: (row) => (
      <>
        {permissionLabels[row.permission_type]}{' '}
        <Badge variant="light" color={row.source === 'role' ? 'gray' : 'teal'}>
          {sourceLabels[row.source]}
        </Badge>
      </>
    ),
  },
  { key: 'facility_name', title: 'Facility', sortable: true, render: (row) => row.facility_name },
  {
    key: 'state',
    title: 'Status',
    render: (row) => (
      <>
        <StateBadge state={reportStateLooks[row.state]} label={reportStateLabels[row.state]} />
        {row.expires_on && (
          <Text size="xs" c="dimmed">
            {row.state === 'expired' ? 'Ended' : 'Until'} {formatDate(row.expires_on)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'last_used_at',
    title: 'Last used',
    sortable: true,
    render: (row) =>
      row.source === 'role' ? (
        <Text size="sm" c="dimmed">
          By the role
        </Text>
      ) : row.last_used_at ? (
        <RelativeTime value={row.last_used_at} />
      ) : (
        'Never'
      ),
  },
  {
    key: 'changed_at',
    title: 'Last change',
    sortable: true,
    render: (row) =>
      row.changed_at ? (
        <>
          {changeLabels[row.changed_to ?? ''] ?? 'Changed'} <RelativeTime value={row.changed_at} />
          {row.changed_by_name && (
            <Text size="xs" c="dimmed">
              by {row.changed_by_name}
            </Text>
          )}
        </>
      ) : (
        <>
          Since <RelativeTime value={row.since} />
        </>
      ),
  },
]

/** Who has what, by their role or by a grant; what was not used for 90 days; the latest changes (domain 2.18). */
export function PermissionsReportScreen(): ReactNode {
  const list = useList(filters, { sorts })
  const query = useQuery({
    ...permissions.report.queryOptions({ input: { ...list.shown, page: list.page } }),
    placeholderData: keepPreviousData,
  })
  const download = useExportReport()
  const actions = useActions<ReportRow>(
    [
      {
        id: 'permissions',
        label: 'Permissions of this person',
        icon: IconUser,
        href: ({ user_id: id }) => `/admin/users/${id}/permissions`,
      },
    ],
    { nameOf, idOf: keyOf },
  )
  const counts = query.data?.counts
  return (
    <ListPage
      title="Permissions report"
      description="Who runs which facility by their role, and who was given what. Worked out by the same function that lets people in."
      buttons={
        <LinkButton variant="default" href="/admin/permissions-system">
          How the system works
        </LinkButton>
      }
      list={list}
      options={{
        state: [
          { value: 'all', label: 'All', count: counts?.all },
          ...states.map((value) => ({ value, label: reportStateLabels[value], count: counts?.[value] })),
        ],
      }}
      label="Permissions"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={keyOf}
      rowLabel={nameOf}
      actions={actions}
      exported={download}
      failedTitle="The report couldn’t be loaded"
      empty={(isNarrowed) => ({
        titleOrder: 2,
        ...(isNarrowed
          ? { title: 'No permissions match', description: 'Try another search, or clear the filters.' }
          : {
              title: 'No permissions yet',
              description:
                'Facility admins run the facility they belong to; what else they are given appears here.',
            }),
      })}
    />
  )
}
