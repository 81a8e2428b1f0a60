// Separate from offline-queue.ts, because every page loads this, even for people who are not signed in.

/** The prefix of the storage keys for actions that wait for a connection. */
export const QUEUE_PREFIX = 'placewell:waiting:'

/** The prefix of the storage keys for answers for a page that opens without a connection (offline-answers.ts). */
export const ANSWERS_PREFIX = 'placewell:kept:'
/** The prefix of the storage keys for unsaved drafts of forms; the person's id follows. */
export const DRAFTS_PREFIX = 'placewell:draft:'

/** The variables of actions that waited for a connection. */
const waited = new WeakSet<object>()

/** Notes that the action with these variables waits for a connection. */
export function markQueued(variables: object): void {
  waited.add(variables)
}

/** Notes that the person canceled it. */
export function unmarkQueued(variables: object): void {
  waited.delete(variables)
}

/** True if the action with these variables waited for a connection. Its outcome is then announced on any page. */
export function wasQueued(variables: unknown): boolean {
  return typeof variables === 'object' && variables !== null && waited.has(variables)
}

/** The storage keys of everything that waits or is kept on this device, for any person. */
export const keysOf = (storage: Storage, prefix: string = QUEUE_PREFIX): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  )

/**
 * Erases what waits, what is kept and what is not saved yet on this device, except what belongs to `person`: at sign-out, and when someone
 * else signs in.
 */
export function eraseOfflineData(person?: string, storage: Storage = localStorage): void {
  for (const prefix of [QUEUE_PREFIX, ANSWERS_PREFIX, DRAFTS_PREFIX]) erase(prefix, person, storage)
}

/** Erases the answers kept on this device when a session has ended. What waits is sent after the same person signs in again. */
export const eraseOfflineAnswers = (storage: Storage = localStorage): void =>
  erase(ANSWERS_PREFIX, undefined, storage)

function erase(prefix: string, person: string | undefined, storage: Storage): void {
  for (const key of keysOf(storage, prefix))
    if (person === undefined || !key.startsWith(`${prefix}${person}:`)) storage.removeItem(key)
}
