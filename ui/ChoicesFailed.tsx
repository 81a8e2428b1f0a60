import type { ReactNode } from 'react'
import { FailedState } from './FailedState.tsx'
import type { QueryLike } from './Loaded.tsx'

/** In a form: that some of its choices could not be loaded, with Try again, because an empty list seems to say that there are none. */
export function ChoicesFailed({
  queries,
  title = 'Some choices couldn’t be loaded',
}: {
  queries: readonly QueryLike<unknown>[]
  title?: string
}): ReactNode {
  const failed = queries.filter(({ isError, data }) => isError && data === undefined)
  if (failed.length === 0) return null
  return (
    <FailedState
      title={title}
      error={failed[0]!.error}
      onRetry={() => {
        for (const { refetch } of failed) void refetch?.()
      }}
      isRetrying={failed.some(({ isFetching }) => isFetching)}
    />
  )
}
