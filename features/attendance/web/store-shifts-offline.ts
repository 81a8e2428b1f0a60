import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { shiftsContract } from '#features/shifts/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { keepOffline } from '#platform/web/offline-shell.ts'
import { attendance, todayQuery } from './queries.ts'

const shifts = featureApi<typeof shiftsContract>('shifts')

/** The data of the person and of today on the first page. */
const firstPage = new Set(['accounts.me', 'dashboards.member', 'attendance.mine'])

/** What a shift's page needs besides what is stored here. */
export type ShiftPages = {
  /** The next shifts in the data just loaded, according to its query. */
  nextIn: (queryKey: QueryKey, data: unknown) => readonly string[]
  /** Loads the code of a shift's page, even if it was never opened. */
  load: (shiftId: string) => void
}

/**
 * Stores what a student's next shifts need to open offline: their first page, and the page of each of these
 * shifts, even if never opened. Nothing else of theirs stays on the device. Returns a function that stops it.
 */
export function storeShiftsOffline(client: QueryClient, person: string, pages: ShiftPages): () => void {
  const fetched = new Set<string>()
  function isKept(key: QueryKey): boolean {
    const [path, options] = key as [readonly string[], { input?: { id?: string } }?]
    const name = path.join('.')
    return (
      firstPage.has(name) ||
      name === 'assignments.mine' ||
      (name === 'shifts.get' && fetched.has(options?.input?.id ?? ''))
    )
  }
  const { stop, keepLoaded } = keepOffline(client, { person, isKept })
  const cache = client.getQueryCache()
  const look = (queryKey: QueryKey, data: unknown) => pages.nextIn(queryKey, data).forEach(fetchShift)
  for (const { queryKey, state } of cache.getAll()) look(queryKey, state.data)
  const stopLooking = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success')
      look(event.query.queryKey, event.query.state.data)
    // What the page no longer has, as after a notification about it, is fetched and stored anew with the next list.
    else if (event.type === 'removed') fetched.delete(shiftOf(event.query.queryKey))
  })
  void fetchShifts().catch(() => {}) // fetched again by the page that shows it
  return () => {
    stopLooking()
    stop()
  }

  async function fetchShifts(): Promise<void> {
    for (const { shift_id: id } of await client.ensureQueryData(todayQuery)) fetchShift(id)
  }

  function fetchShift(id: string): void {
    if (fetched.has(id)) return
    fetched.add(id)
    pages.load(id)
    // What the page has already loaded is not fetched again; it is stored now that its shift is listed.
    const asked = [
      client.prefetchQuery(shifts.get.queryOptions({ input: { id } })),
      client.prefetchQuery(attendance.mine.queryOptions({ input: { shift_id: id } })),
    ]
    void Promise.all(asked).then(keepLoaded)
  }
}

/** The shift that a query of one shift is about; empty for other queries. */
function shiftOf(key: QueryKey): string {
  const [path, options] = key as [readonly string[], { input?: { id?: string; shift_id?: string } }?]
  const { id, shift_id: shiftId } = options?.input ?? {}
  return path.join('.') === 'shifts.get'
    ? (id ?? '')
    : path.join('.') === 'attendance.mine'
      ? (shiftId ?? '')
      : ''
}
