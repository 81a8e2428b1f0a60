import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { FailedState } from './FailedState.tsx'
import type { QueryLike } from './Loaded.tsx'
import { OfflineState } from './OfflineState.tsx'

type ListTableProps<Row> = Omit<DataTableProps<Row>, 'total' | 'isLoading'> & {
  /** A page of the list; the previous one stays until the next is loaded. */
  query: QueryLike<{ total: number }> & { isPlaceholderData: boolean }
  failedTitle: string
}

/** A long list that the server pages: its table, or why it could not be loaded with a way to try again. */
export function ListTable<Row>({ query, failedTitle, ...table }: ListTableProps<Row>): ReactNode {
  const { data, isError, error, refetch, isFetching = false, isPlaceholderData, fetchStatus } = query
  if (!data && fetchStatus === 'paused') return <OfflineState />
  if (isError && !data)
    return (
      <FailedState
        title={failedTitle}
        error={error}
        onRetry={() => void refetch?.()}
        isRetrying={isFetching}
      />
    )
  return <DataTable {...table} total={data?.total} isLoading={isPlaceholderData} />
}
