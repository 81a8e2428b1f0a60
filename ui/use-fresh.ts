import { useState } from 'react'
import type { QueryLike } from './Loaded.tsx'

/**
 * A query without its cached data until it was fetched since the component is mounted, for a form that starts with it. Once the form is
 * shown it stays, also if a later fetch fails: what was typed would be lost with it.
 */
export function useFresh<Query extends QueryLike<unknown> & { isFetchedAfterMount: boolean }>(
  query: Query,
): Query | (Omit<Query, 'data'> & { data: undefined }) {
  const [wasFresh, setFresh] = useState(false)
  const isFresh = wasFresh || (query.isFetchedAfterMount && !query.isError)
  if (isFresh && !wasFresh) setFresh(true)
  return isFresh ? query : { ...query, data: undefined }
}
