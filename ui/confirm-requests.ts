import type { ReactNode } from 'react'

import type { NoPatientNamed } from '#core/patient-data.ts'

import { createLazyHost } from './lazy-host.ts'
import type { AskedReason } from './reason.ts'

export interface ConfirmOptions {
  title: string
  body?: ReactNode
  /** Says what will happen: "Delete semester", not "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Enter keeps things as they are: the cancel button has the focus. */
  isCancelFirst?: boolean
  /** Asks for a reason, in a text area. */
  reason?: AskedReason
}

export type Confirmed =
  | false
  | {
      reason?: string
      /** Sent to the server with the reason. */
      tick: NoPatientNamed
    }

export interface ConfirmRequest extends ConfirmOptions {
  /** What had the focus when the question was asked; it gets the focus back if it still exists. */
  asker: HTMLElement | undefined
  settle: (answer: Confirmed) => void
}

export const confirmHost = createLazyHost()

let request: ConfirmRequest | undefined
const listeners = new Set<() => void>()

/** Shows a question, or removes it. */
export function showRequest(next: ConfirmRequest | undefined) {
  request = next
  for (const listener of listeners) listener()
}

/** What Escape does in the newest other dialog with a question. */
let closer: (() => void) | undefined

/** While a dialog with a question is open, Escape closes only that dialog; returns a function that ends this. */
export function takeEscape(close: () => void): () => void {
  const before = closer
  closer = close
  return () => void (closer = before)
}

/**
 * Escape while a question is open answers "no" and does nothing else: dialogs below stay open. The Escape that caused the question comes
 * before it opens, and a held key counts once. An open list in a field closes first.
 */
export function answerEscape(
  event: Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'stopImmediatePropagation'> & {
    target?: EventTarget | null
  },
): void {
  const asked = request
  const close = asked ? () => asked.settle(false) : closer
  if (!close || event.key !== 'Escape' || event.isComposing) return
  const field = event.target as Partial<Element> | null | undefined
  if (field?.getAttribute?.('data-mantine-stop-propagation') === 'true') return
  event.stopImmediatePropagation()
  if (!event.repeat) close()
}

export const confirmRequests = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => request,
}
