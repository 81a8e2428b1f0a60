// Apart from waiting.ts: every page has this, also those of people who are not signed in.

/** How the keys begin under which the browser's storage has actions that wait for a connection. */
export const PREFIX = 'placewell:waiting:'

/** What was pressed with, of actions that waited for a connection. */
const waited = new WeakSet<object>()

/** Notes that the action with these variables waits for a connection. */
export function markWaited(variables: object): void {
  waited.add(variables)
}

/** Did the action with these variables wait for a connection? Then its outcome is announced on any page. */
export function hasWaited(variables: unknown): boolean {
  return typeof variables === 'object' && variables !== null && waited.has(variables)
}

/** The keys of all that waits on this device, whoever it belongs to. */
export const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  )

/** Erases what waits on this device, except what belongs to `person`: at sign-out, and when someone else signs in. */
export function eraseWaiting(person?: string, storage: Storage = localStorage): void {
  for (const key of keysOf(storage))
    if (person === undefined || !key.startsWith(`${PREFIX}${person}:`)) storage.removeItem(key)
}
