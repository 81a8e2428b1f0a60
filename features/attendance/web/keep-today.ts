import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { shiftsContract } from '#features/shifts/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { keepOffline } from '#platform/web/offline-shell.ts'
import { attendance, todayQuery } from './queries.ts'

const shifts = featureApi<typeof shiftsContract>('shifts')

/** Who it is, and what the first page says of today. */
const firstPage = new Set(['accounts.me', 'dashboards.member', 'attendance.mine'])

/** What the page of a shift needs besides what is kept here. */
export type ShiftPages = {
  /** Next shifts among what was loaded last, as their query says it. */
  nextIn: (queryKey: QueryKey, data: unknown) => readonly string[]
  /** Loads the code of a shift's page, though no one looked at it yet. */
  load: (shiftId: string) => void
}

/**
 * Keeps what a student's next shifts need to open without a connection: their first page, and the page of each of these shifts, also one
 * that they never looked at. Nothing else of theirs stays on the device. Returns how to stop keeping.
 */
export function keepToday(client: QueryClient, person: string, pages: ShiftPages): () => void {
  const today = new Set<string>()
  function isKept(key: QueryKey): boolean {
    const [path, options] = key as [readonly string[], { input?: { id?: string } }?]
    const name = path.join('.')
    return (
      firstPage.has(name) ||
      name === 'assignments.mine' ||
      (name === 'shifts.get' && today.has(options?.input?.id ?? ''))
    )
  }
  const { stop, keepLoaded } = keepOffline(client, { person, isKept })
  const cache = client.getQueryCache()
  const look = (queryKey: QueryKey, data: unknown) => pages.nextIn(queryKey, data).forEach(fetchShift)
  for (const { queryKey, state } of cache.getAll()) look(queryKey, state.data)
  const stopLooking = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success')
      look(event.query.queryKey, event.query.state.data)
  })
  void fetchShifts().catch(() => {}) // asked again by the page that shows it
  return () => {
    stopLooking()
    stop()
  }

  async function fetchShifts(): Promise<void> {
    for (const { shift_id: id } of await client.ensureQueryData(todayQuery)) fetchShift(id)
  }

  function fetchShift(id: string): void {
    if (today.has(id)) return
    today.add(id)
    pages.load(id)
    // What the page has loaded by itself is not asked again; it is kept now that it is named.
    const asked = [
      client.prefetchQuery(shifts.get.queryOptions({ input: { id } })),
      client.prefetchQuery(attendance.mine.queryOptions({ input: { shift_id: id } })),
    ]
    void Promise.all(asked).then(keepLoaded)
  }
}
