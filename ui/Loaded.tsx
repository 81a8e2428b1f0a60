import { IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { Crumb } from './Breadcrumbs.tsx'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
import { FailedState } from './FailedState.tsx'
import { failureOf, isMissing } from './failure-of.ts'
import { LinkButton } from './LinkButton.tsx'
import { OfflineState } from './OfflineState.tsx'
import { Skeletons } from './Skeletons.tsx'

/** The parts of a query that the kit needs (TanStack Query's result fits). */
export interface QueryLike<Data> {
  isPending: boolean
  isError: boolean
  error?: unknown
  isFetching?: boolean
  /** 'paused': there is no connection. */
  fetchStatus?: string
  refetch?: () => unknown
  data?: Data | undefined
}

export interface LoadedProps<Data> {
  query: QueryLike<Data>
  /** Rendered while pending; a table by default. */
  skeleton?: ReactNode
  /** Whether the data counts as empty: by default if it is an array, or has `items` or `rows`, of length 0. */
  isEmpty?: (data: Data) => boolean
  empty?: EmptyStateProps
  failedTitle?: string
  /** The path to the page, the nearest last: where to go if its subject does not exist. */
  breadcrumbs?: readonly Crumb[]
  children: ReactNode | ((data: Data) => ReactNode)
}

const lengthZero = (value: unknown) => Array.isArray(value) && value.length === 0

function seemsEmpty(data: unknown): boolean {
  if (lengthZero(data)) return true
  if (typeof data !== 'object' || data === null) return false
  return ('items' in data && lengthZero(data.items)) || ('rows' in data && lengthZero(data.rows))
}

/** The states of a query: loading, offline, failed (with Try again), empty, ready. */
export function Loaded<Data>({
  query,
  skeleton,
  isEmpty = seemsEmpty,
  empty,
  failedTitle,
  breadcrumbs,
  children,
}: LoadedProps<Data>) {
  // After a failed refresh, what is already on screen stays.
  if (query.data === undefined && query.isError) {
    const way = breadcrumbs?.at(-1)
    // A retry would not find it.
    if (way && isMissing(query.error))
      return (
        <EmptyState
          icon={IconFileOff}
          title={failureOf(query.error).message ?? 'This was not found'}
          action={<LinkButton href={way.href}>{way.label}</LinkButton>}
        />
      )
    return (
      <FailedState
        title={failedTitle}
        error={query.error}
        onRetry={query.refetch && (() => void query.refetch?.())}
        isRetrying={query.isFetching ?? false}
      />
    )
  }
  if (query.data === undefined && query.fetchStatus === 'paused') return <OfflineState />
  if (query.data === undefined) return skeleton ?? <Skeletons shape="table" />
  if (empty && isEmpty(query.data)) return <EmptyState {...empty} />
  return typeof children === 'function' ? children(query.data) : children
}
