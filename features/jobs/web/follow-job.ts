import {
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { isRefusal } from '#platform/web/api.ts'
import { refetchAll } from '#platform/web/query-client.ts'
import type { Job } from '../contract.ts'
import { hasEnded } from '../rules.ts'

const followed = new Set<string>()

/**
 * Refetches what a job changes as soon as it has ended, also if the page or dialog that started it was closed by then: it says that the job
 * continues.
 */
export function followJob<Found extends Pick<Job, 'status'>>(
  client: QueryClient,
  id: string,
  query: QueryObserverOptions<Found>,
  touches: readonly QueryKey[],
): void {
  if (followed.has(id)) return
  followed.add(id)
  const stop = new QueryObserver<Found>(client, query).subscribe(({ data, error }) => {
    const isOver = data !== undefined && hasEnded(data)
    // Someone who signed out, or another session, may not read it.
    if (!isOver && !isRefusal(error)) return
    stop()
    followed.delete(id)
    if (isOver) for (const queryKey of touches) void refetchAll(client, queryKey)
  })
}
