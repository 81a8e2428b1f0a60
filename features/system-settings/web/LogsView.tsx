import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatInFull } from '#core/plain-date.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { LogEntry, LogOptions } from '../contract.ts'
import { systemSettings } from './queries.ts'

const levelLabels = { error: 'Errors', warning: 'Warnings' } as const
const sourceLabels = { job: 'Jobs', email: 'Emails', task: 'Background tasks' } as const
const spans = choice('Time', 'Any time', { '1': 'Last 24 hours', '7': 'Last 7 days', '30': 'Last 30 days' })
const filters: Filters<LogOptions> = {
  search: searchText('Search the logs', { param: 'q' }),
  level: choice('Level', 'Errors and warnings', levelLabels),
  source: choice('Source', 'All sources', sourceLabels),
  within: { ...spans, read: (text) => Number(spans.read(text)) || undefined, write: String },
}

const columns: Column<LogEntry>[] = [
  { key: 'what', title: 'What', render: ({ what }) => what },
  {
    key: 'at',
    title: 'When',
    text: ({ at }) => at,
    render: ({ at }) => <RelativeTime value={at} />,
  },
  {
    key: 'level',
    title: 'Level',
    text: ({ level }) => level,
    render: ({ level }) =>
      level === 'error' ? (
        <StateBadge state="failed" label="Error" />
      ) : (
        <StateBadge state="pending" label="Warning" />
      ),
  },
  { key: 'source', title: 'Source', phone: 'hide', render: ({ source }) => sourceLabels[source] },
  { key: 'message', title: 'Reason', render: ({ message }) => message },
]

/** Failures on the platform, newest first: jobs, emails and background tasks. */
export function LogsView(): ReactNode {
  const list = useList(filters, { sorts: ['at'], hasOwnOrder: true })
  const query = useQuery({
    ...systemSettings.getLogs.queryOptions({ input: { options: list.filter } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const { entries = [], has_more: hasMore } = query.data ?? {}
  const shown = pageOfRows(entries, list)
  return (
    <List
      list={list}
      hasViews={false}
      label="Logs"
      query={query}
      rows={query.data && shown.rows}
      total={shown.total}
      page={shown.page}
      {...(hasMore && { isMore: true })}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ what, at }) => `${what}, ${formatInFull(new Date(at))}`}
      exported={{
        name: 'system-logs',
        rows: async (asFile) => (await systemSettings.getLogs.call({ options: list.filter }, asFile)).entries,
      }}
      failedTitle="The logs couldn’t be loaded"
      empty={{
        title: 'Nothing failed',
        description:
          'Jobs that failed and emails that were not accepted appear here for 90 days, and failures of background tasks until the server restarts.',
      }}
    />
  )
}
