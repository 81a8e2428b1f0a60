import type { ReactNode } from 'react'

import type { NoPatientNamed } from '#core/patient-data.ts'

import { onDemand } from './on-demand.ts'

export interface ConfirmOptions {
  title: string
  body?: ReactNode
  /** Says what will happen: "Delete semester", not "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Enter keeps things as they are: the button that leads back has the focus. */
  isCancelFirst?: boolean
  /** Asks why, in a text area. */
  reason?: { label: string; required?: boolean; placeholder?: string; minLength?: number }
}

export type Confirmed =
  | false
  | {
      reason?: string
      /** Goes with the reason to the server. */
      tick: NoPatientNamed
    }

export interface ConfirmRequest extends ConfirmOptions {
  /** What had the focus when it was asked, and gets it back while it is still there. */
  asker: HTMLElement | undefined
  settle: (answer: Confirmed) => void
}

export const confirmHost = onDemand()

let request: ConfirmRequest | undefined
const listeners = new Set<() => void>()

/** Puts a question up, or takes it down. */
export function showRequest(next: ConfirmRequest | undefined) {
  request = next
  for (const listener of listeners) listener()
}

/** What the newest other dialog with a question does at Escape. */
let closer: (() => void) | undefined

/** While a dialog with a question stands, Escape closes it and nothing that lies below; gives the way out. */
export function takeEscape(close: () => void): () => void {
  const before = closer
  closer = close
  return () => void (closer = before)
}

/**
 * Escape while a question stands is its answer "no" and no one else's: what lies below stays open. The Escape that asked
 * comes before the question stands, and one that is held down counts once. A list that is open in a field closes first.
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
