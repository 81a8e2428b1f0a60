import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { shiftsContract } from '#features/shifts/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { keepOffline } from '#platform/web/offline-shell.ts'
import { attendance, todayQuery } from './queries.ts'

const shifts = featureApi<typeof shiftsContract>('shifts')

/** Who it is, and what the first page says of today. */
const firstPage = new Set(['accounts.me', 'dashboards.member', 'attendance.mine'])

/**
 * Keeps what a student's shifts of today need to open without a connection: their first page, and the page of each of these shifts.
 * Nothing else of theirs stays on the device. Returns how to stop keeping.
 */
export function keepToday(client: QueryClient, person: string): () => void {
  const today = new Set<string>()
  function isKept(key: QueryKey): boolean {
    const [path, options] = key as [readonly string[], { input?: { id?: string } }?]
    const name = path.join('.')
    return firstPage.has(name) || (name === 'shifts.get' && today.has(options?.input?.id ?? ''))
  }
  const stop = keepOffline(client, { person, isKept })
  void fetchShifts().catch(() => {}) // asked again by the page that shows it
  return stop

  async function fetchShifts(): Promise<void> {
    for (const { shift_id: id } of await client.ensureQueryData(todayQuery)) {
      today.add(id)
      void client.prefetchQuery(shifts.get.queryOptions({ input: { id } }))
      void client.prefetchQuery(attendance.mine.queryOptions({ input: { shift_id: id } }))
    }
  }
}
