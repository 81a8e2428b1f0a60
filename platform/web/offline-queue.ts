import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query'
import { eraseOfflineData, keysOf, markQueued, QUEUE_PREFIX } from './offline-storage.ts'

type AnyMutation = Mutation<unknown, Error, unknown, unknown>
/** What is stored about an action: which one, its variables, and the tab that handles it. */
type Entry = { tab: string; mutationKey: readonly unknown[]; variables: unknown; submittedAt: number }
/** What is needed from the browser: its storage, and locks that show which tabs are still open. */
type Device = { storage: Storage; locks?: Pick<LockManager, 'request'> | undefined }

const device = (): Device => ({ storage: localStorage, locks: navigator.locks })

const isWaiting = ({ state, meta }: AnyMutation): boolean =>
  state.status === 'pending' && state.isPaused && meta?.waits !== undefined

/**
 * Stores a person's actions without a connection on the device until the server has answered, so that closing the tab loses nothing, and
 * takes over those that closed tabs left. An action may wait if its mutation has `meta.waits`; the defaults of its key must be set before.
 * Returns a function that stops it.
 */
export function persistOfflineQueue(
  client: QueryClient,
  person: string,
  { storage, locks } = device(),
): () => void {
  const cache = client.getMutationCache()
  const tab = crypto.randomUUID()
  const kept = new WeakMap<AnyMutation, string>()
  eraseOfflineData(person, storage)

  function keep(mutation: AnyMutation): void {
    const key = `${QUEUE_PREFIX}${person}:${crypto.randomUUID()}`
    const { variables, submittedAt } = mutation.state
    const entry: Entry = { tab, mutationKey: mutation.options.mutationKey ?? [], variables, submittedAt }
    kept.set(mutation, key)
    markQueued(variables as object)
    storage.setItem(key, JSON.stringify(entry))
    // It was shown as done, but is not.
    ;(mutation.state.context as { takeBack?: () => void } | undefined)?.takeBack?.()
  }

  const stop = cache.subscribe((event) => {
    const mutation = event.mutation as AnyMutation | undefined
    if (!mutation || mutation.meta?.waits === undefined) return
    if (isWaiting(mutation) && !kept.has(mutation) && event.type !== 'removed') keep(mutation)
    const key = kept.get(mutation)
    if (key === undefined) return
    const { status, error } = mutation.state
    // An ended session is no answer: the action is sent after the same person signs in again.
    const isUnanswered = status === 'error' && (error as { status?: number } | null)?.status === 401
    if (status === 'success' || (status === 'error' && !isUnanswered) || canceled.has(mutation))
      storage.removeItem(key)
  })

  async function takeOver(key: string): Promise<void> {
    const entry = read(storage.getItem(key))
    if (!entry || entry.tab === tab) return
    const resume = (): void => {
      storage.removeItem(key)
      const { mutationKey, variables, submittedAt } = entry
      cache.build(
        client,
        { mutationKey },
        {
          context: undefined,
          data: undefined,
          error: null,
          failureCount: 0,
          failureReason: null,
          isPaused: true,
          status: 'pending',
          variables,
          submittedAt,
        },
      )
    }
    if (!locks) return resume()
    await locks.request(QUEUE_PREFIX + entry.tab, { ifAvailable: true }, (isClosed) => {
      if (isClosed) resume()
    })
  }

  // Held until the tab is closed, so that other tabs leave this tab's actions alone.
  void locks?.request(QUEUE_PREFIX + tab, () => new Promise(() => {}))
  void Promise.all(keysOf(storage).map(takeOver)).then(() => client.resumePausedMutations())
  return stop
}

function read(text: string | null): Entry | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Entry)
  } catch {
    return undefined
  }
}

const canceled = new WeakSet<object>()

/** An action that waits for a connection: its name, its variables, and a way to cancel it. */
export type OfflineAction = { label: string; variables: unknown; cancel: (client: QueryClient) => void }

/** The actions that wait for a connection, oldest first. */
export function useOfflineQueue(): OfflineAction[] {
  return useMutationState({
    filters: { predicate: (mutation) => isWaiting(mutation as AnyMutation) },
    select: (found): OfflineAction => {
      const mutation = found as AnyMutation
      const { variables } = mutation.state
      return {
        label: mutation.meta?.waits?.(variables as never) ?? '',
        variables,
        cancel: (client) => {
          canceled.add(mutation)
          client.getMutationCache().remove(mutation)
        },
      }
    },
  })
}
