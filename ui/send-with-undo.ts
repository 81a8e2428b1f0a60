import { useSyncExternalStore } from 'react'

import { constants } from '#core/constants.ts'
import { toast } from './toast.ts'

type Held = { label: string; isSent: boolean; send: () => void; cancel: () => void }

/** Decisions that are about to be sent, or are being sent, by the id of what they are about; the newest is last. */
const held = new Map<string, Held>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/**
 * Sends a decision once its toast is gone, so that it can be undone until then, while no one else has seen it. Leaving or closing the page
 * sends it at once. `label` says what happens: "Approving 12 shifts"; `onUndo` returns to what was decided. A decision about several things
 * is held for each of them.
 */
export function sendWithUndo(
  about: string | readonly string[],
  label: string,
  send: () => Promise<unknown>,
  onUndo?: () => void,
): void {
  const ids = [about].flat()
  const [id] = ids
  if (id === undefined || ids.some(hasPendingSend)) return
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
      // The command itself announces its result.
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
  // A toast stays while the pointer is over it: without this, it would offer an undo that is too late.
  const dismiss = toast.undo(`${label}…`, () => undoLast(id))
}

/** Undoes the decision held for this id, or else the last one; returns false if nothing can be undone any more. */
export function undoLast(id?: string): boolean {
  const key = id ?? [...held].findLast(([, { isSent }]) => !isSent)?.[0]
  const entry = key === undefined ? undefined : held.get(key)
  if (!entry || entry.isSent) return false
  entry.cancel()
  return true
}

/** True if this was decided and can perhaps still be undone. */
export const hasPendingSend = (id: string): boolean => held.has(id)

/** Sends all held decisions at once. */
export function flushPendingSends(): void {
  for (const entry of held.values()) entry.send()
}

/** What is being decided about this, as text; undefined if nothing is. */
export const usePendingSend = (id: string): string | undefined =>
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
    if (document.visibilityState === 'hidden') flushPendingSends()
  })
