import { useSyncExternalStore } from 'react'

import { constants } from '#core/constants.ts'
import { toast } from './toast.ts'

type Held = { label: string; isSent: boolean; send: () => void; cancel: () => void }

/** What was decided and is sent in a moment, or is under way, by the id of what it is about; the last one stands last. */
const held = new Map<string, Held>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/**
 * Sends a decision once its message is gone, so that it can be taken back until then: no one else has seen it yet. Anyone who leaves the
 * page or closes it sends it at once. `label` says what happens: "Approving 12 shifts"; `onUndo` leads back to what was decided. What is
 * about several is held for each of them.
 */
export function hold(
  about: string | readonly string[],
  label: string,
  send: () => Promise<unknown>,
  onUndo?: () => void,
): void {
  const ids = [about].flat()
  const [id] = ids
  if (id === undefined || ids.some(isHeld)) return
  const timer = setTimeout(() => entry.send(), constants.toasts.durationMs)
  const end = () => {
    for (const one of ids) held.delete(one)
    changed()
  }
  const entry: Held = {
    label,
    isSent: false,
    send: () => {
      if (entry.isSent) return
      clearTimeout(timer)
      entry.isSent = true
      dismiss()
      changed()
      // What it is answered is said by the command itself.
      void send().then(end, end)
    },
    cancel: () => {
      clearTimeout(timer)
      dismiss()
      end()
      toast.info('Undone. Nothing was sent.')
      onUndo?.()
    },
  }
  for (const one of ids) held.set(one, entry)
  changed()
  // The pointer keeps a message in view: without this it would offer what is too late.
  const dismiss = toast.undo(`${label}…`, () => undoLast(id))
}

/** Takes back what is held for this, or what was decided last; false where nothing can be taken back any more. */
export function undoLast(id?: string): boolean {
  const key = id ?? [...held].findLast(([, { isSent }]) => !isSent)?.[0]
  const entry = key === undefined ? undefined : held.get(key)
  if (!entry || entry.isSent) return false
  entry.cancel()
  return true
}

/** Has this been decided, and can perhaps still be taken back? */
export const isHeld = (id: string): boolean => held.has(id)

/** Sends at once whatever is held. */
export function sendHeld(): void {
  for (const entry of held.values()) entry.send()
}

/** What is being decided about this, in words; undefined where nothing is. */
export const useHeld = (id: string): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => held.get(id)?.label,
    () => undefined,
  )

// A page that is hidden may be closed next.
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendHeld()
  })
