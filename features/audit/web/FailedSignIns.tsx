import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { FailedSignIn } from '../contract.ts'
import { audit } from './queries.ts'

/** Failed sign-ins by account, network and hour. */
export function FailedSignIns(): ReactNode {
  const [{ failed_page: page = 1 }, setSearch] = useSearchParams({ failed_page: pageParam })
  const query = useQuery({
    ...audit.failedSignIns.queryOptions({ input: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <ListTable
      label="Failed sign-ins"
      failedTitle="Failed sign-ins couldn’t be loaded"
      query={query}
      rows={query.data?.rows}
      columns={columns}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.person_name ?? 'Unknown account'}
      page={page}
      pageSize={20}
      onPageChange={(to, isGone = false) => setSearch({ failed_page: to === 1 ? undefined : to }, isGone)}
      empty={{ title: 'No failed sign-ins', description: 'They appear here by account, network and hour.' }}
    />
  )
}

const columns: Column<FailedSignIn>[] = [
  {
    key: 'person',
    title: 'Account',
    render: (row) => row.person_name ?? `Unknown account ${row.account.slice(0, 8)}`,
  },
  { key: 'network', title: 'Network', render: (row) => row.network.slice(0, 8) },
  {
    key: 'times',
    title: 'Attempts',
    render: (row) =>
      row.throttled ? `${row.times}, of them ${row.throttled} blocked by the limit` : row.times,
  },
  { key: 'at', title: 'Last attempt', render: (row) => <RelativeTime value={row.last_at} /> },
]
