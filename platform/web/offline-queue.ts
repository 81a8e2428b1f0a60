import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isRefusal } from './api.ts'
import { eraseOfflineData, keysOf, markQueued, QUEUE_PREFIX, wasQueued } from './offline-storage.ts'
import { type AnyMutation, isWaiting } from './waiting-actions.ts'

/** What is stored about an action: which one, its variables, and the tab that handles it. */
type Entry = { tab: string; mutationKey: readonly unknown[]; variables: object; submittedAt: number }
/** What is needed from the browser: its storage, and locks that show which tabs are still open. */
type Device = { storage: Storage; locks?: Pick<LockManager, 'request'> | undefined }

const device = (): Device => ({ storage: localStorage, locks: navigator.locks })

/**
 * Stores a person's actions without a connection on the device until the server has answered, so that closing the tab loses nothing, and
 * takes over those that closed tabs left. An action may wait if its mutation has `meta.waits` and is sent by `sendUntilAnswered`; the
 * defaults of its key must be set before. Returns a function that stops it.
 */
export function persistOfflineQueue(
  client: QueryClient,
  person: string,
  { storage, locks } = device(),
): () => void {
  const cache = client.getMutationCache()
  const tab = crypto.randomUUID()
  /** The storage key of an action, by its variables. */
  const kept = new WeakMap<object, string>()
  eraseOfflineData(person, storage)

  function store(key: string, { mutationKey, variables, submittedAt }: Omit<Entry, 'tab'>): void {
    kept.set(variables, key)
    markQueued(variables)
    try {
      storage.setItem(key, JSON.stringify({ tab, mutationKey, variables, submittedAt }))
    } catch {
      // The storage is full: the action waits as long as its tab is open.
    }
  }

  const stop = cache.subscribe((event) => {
    const mutation = event.mutation as AnyMutation | undefined
    if (!mutation || mutation.meta?.waits === undefined) return
    const { status, error, submittedAt, context } = mutation.state
    const variables = mutation.state.variables as object
    // Pressed while an earlier one waits: it takes its turn.
    const isLater =
      event.type === 'updated' &&
      event.action.type === 'pending' &&
      cache.getAll().some((one) => one !== event.mutation && isWaiting(one as AnyMutation))
    if ((isWaiting(mutation) || isLater) && !kept.has(variables) && event.type !== 'removed') {
      const mutationKey = mutation.options.mutationKey ?? []
      store(`${QUEUE_PREFIX}${person}:${crypto.randomUUID()}`, { mutationKey, variables, submittedAt })
      // It was shown as done, but is not.
      ;(context as { takeBack?: () => void } | undefined)?.takeBack?.()
    }
    const key = kept.get(variables)
    if (key === undefined) return
    const isCanceled = !wasQueued(variables)
    if (status === 'success' || (status === 'error' && isAnswer(error)) || isCanceled) storage.removeItem(key)
  })

  /** The actions on the device, oldest first. */
  const stored = () =>
    keysOf(storage)
      .flatMap((key) => {
        const entry = read(storage.getItem(key))
        return entry ? [{ ...entry, key }] : []
      })
      .sort((a, b) => a.submittedAt - b.submittedAt)

  async function takeOver(other: string): Promise<void> {
    const resume = (): void => {
      // Read only now: another tab may have taken them over before.
      for (const { key, ...entry } of stored().filter((one) => one.tab === other)) {
        store(key, entry)
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
    }
    if (!locks) return resume()
    await locks.request(QUEUE_PREFIX + other, { ifAvailable: true }, (isClosed) => {
      if (isClosed) resume()
    })
  }

  // Held until the tab is closed, so that other tabs leave this tab's actions alone.
  void locks?.request(QUEUE_PREFIX + tab, () => new Promise(() => {}))
  const others = new Set(stored().map((entry) => entry.tab))
  void Promise.all([...others].map(takeOver)).then(() => client.resumePausedMutations())
  return stop
}

/** An ended session is no answer: the action is sent after the same person signs in again. */
const isAnswer = (error: Error | null): boolean =>
  isRefusal(error) && (error as { status?: number }).status !== 401

let lastSent: Promise<unknown> = Promise.resolve()

/**
 * The function of a mutation that may wait. What waited is sent one after another, because a later action may need an earlier one, and again
 * after a pause or with the next connection until the server has answered.
 */
export function sendUntilAnswered<V extends object>(
  send: (variables: V) => Promise<unknown>,
): (variables: V) => Promise<unknown> {
  return (variables) => {
    if (!wasQueued(variables)) return send(variables)
    const sent = lastSent.then(() => untilAnswered(variables, send))
    lastSent = sent.catch(() => {})
    // A canceled action has no outcome to announce.
    return sent.then((done) => (done ? done.answer : new Promise(() => {})))
  }
}

/** The server's answer; undefined if the action was canceled before there was one. */
async function untilAnswered<V extends object>(
  variables: V,
  send: (variables: V) => Promise<unknown>,
): Promise<{ answer: unknown } | undefined> {
  while (wasQueued(variables)) {
    try {
      return { answer: await send(variables) }
    } catch (error) {
      if (isRefusal(error)) throw error
      await pause()
    }
  }
  return undefined
}

/** Ends after 30 s, or as soon as there is a connection again. */
async function pause(): Promise<void> {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  await new Promise<void>((end) => {
    timer = setTimeout(end, 30_000)
    stop = onlineManager.subscribe((isOnline) => isOnline && end())
  })
  clearTimeout(timer)
  stop?.()
}

function read(text: string | null): Entry | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Entry)
  } catch {
    return undefined
  }
}
