import { Badge, NativeSelect, Text } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ReportRow } from '../contract.ts'
import {
  changeLabels,
  permissionLabels,
  permissionTypes,
  reportStateLabels,
  reportStateLooks,
  sourceLabels,
} from '../rules.ts'
import { permissions, useExportReport } from './queries.ts'

type ReportSearch = {
  q?: string | undefined
  permission?: string | undefined
  state?: string | undefined
  source?: string | undefined
  sort?: string | undefined
  dir?: 'asc' | 'desc' | undefined
  page?: number | undefined
}

const PAGE_SIZE = 25
const states = ['in_force', 'unused', 'ineffective', 'expired', 'off'] as const
const sources = ['role', 'grant'] as const
const sorts = ['full_name', 'facility_name', 'since', 'last_used_at', 'changed_at'] as const

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

/** Who has what, by their role or by a grant; what nobody has used for 90 days; what changed last (domain 2.18). */
export function PermissionsReportScreen(): ReactNode {
  const search = useSearch({ from: '/_app/admin/permissions-reporting' })
  const setSearch = useSetSearch()
  const { q = '', page = 1, dir = 'asc' } = search
  const filter = {
    q,
    permission: choiceParam(search.permission, permissionTypes) ?? ('all' as const),
    state: choiceParam(search.state, states) ?? ('all' as const),
    source: choiceParam(search.source, sources) ?? ('all' as const),
    sort: choiceParam(search.sort, sorts) ?? ('full_name' as const),
    dir,
  }
  const go = (change: ReportSearch) => setSearch({ ...search, ...change }, change.page === undefined)
  const refine = (change: ReportSearch) => go({ ...change, page: undefined })
  const report = useQuery({
    ...permissions.report.queryOptions({ input: { ...filter, page } }),
    placeholderData: keepPreviousData,
  })
  const download = useExportReport()
  const isFiltered =
    Boolean(q) || filter.permission !== 'all' || filter.state !== 'all' || filter.source !== 'all'
  return (
    <Page
      title="Permissions report"
      description="Who runs which place by their role, and who was given what. Worked out by the same function that lets people in."
      width="wide"
      actions={
        <LinkButton variant="default" href="/admin/permissions-system">
          How the system works
        </LinkButton>
      }
      toolbar={
        <SegmentedFilter
          label="Status"
          value={filter.state}
          options={[
            { value: 'all' as const, label: 'All', count: report.data?.counts.all },
            ...states.map((value) => ({
              value,
              label: reportStateLabels[value],
              count: report.data?.counts[value],
            })),
          ]}
          onChange={(value) => refine({ state: value === 'all' ? undefined : value })}
        />
      }
    >
      {report.isError && !report.data ? (
        <FailedState
          title="The report could not be loaded"
          error={report.error}
          onRetry={() => void report.refetch()}
          isRetrying={report.isFetching}
        />
      ) : (
        <>
          <FilterBar
            onClear={
              isFiltered
                ? () => refine({ q: undefined, permission: undefined, state: undefined, source: undefined })
                : undefined
            }
            end={
              <ExportButton
                isPending={download.isPending}
                disabled={!report.data?.total}
                onClick={() =>
                  download.mutate(filter, { onSuccess: ({ filename, csv }) => saveFile(filename, csv) })
                }
              />
            }
          >
            <SearchField
              label="Search people and places"
              value={q}
              onChange={(text) => refine({ q: text || undefined })}
            />
            <NativeSelect
              aria-label="Permission"
              value={filter.permission}
              data={[
                { value: 'all', label: 'Every permission' },
                ...permissionTypes.map((value) => ({ value, label: permissionLabels[value] })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                refine({ permission: value === 'all' ? undefined : value })
              }
            />
            <NativeSelect
              aria-label="By what"
              value={filter.source}
              data={[
                { value: 'all', label: 'By role or grant' },
                { value: 'role', label: 'By the role' },
                { value: 'grant', label: 'By a grant' },
              ]}
              onChange={({ currentTarget: { value } }) =>
                refine({ source: value === 'all' ? undefined : value })
              }
            />
          </FilterBar>
          <DataTable
            label="Permissions"
            rows={report.data?.rows}
            isLoading={report.isPlaceholderData}
            columns={columns}
            rowKey={(row) => `${row.user_id} ${row.permission_type} ${row.facility_id} ${row.source}`}
            rowLabel={(row) => `${row.full_name}, ${permissionLabels[row.permission_type]}`}
            rowActions={[
              {
                label: 'Permissions of this person',
                icon: IconUser,
                href: ({ user_id: id }) => `/admin/users/${id}/permissions`,
              },
            ]}
            sort={{ key: filter.sort, dir }}
            onSortChange={({ key, dir: towards }) => refine({ sort: key, dir: towards })}
            page={page}
            pageSize={PAGE_SIZE}
            total={report.data?.total}
            onPageChange={(next) => go({ page: next })}
            empty={
              isFiltered
                ? {
                    title: 'No permission fits',
                    description: 'Try another search, or clear the filters.',
                    titleOrder: 2,
                  }
                : {
                    title: 'No permissions yet',
                    description:
                      'Facility admins run the place they belong to; what else they are given appears here.',
                    titleOrder: 2,
                  }
            }
          />
        </>
      )}
    </Page>
  )
}
