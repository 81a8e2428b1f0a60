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
  /** The person must type exactly this before confirming. */
  requireText?: string
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

/**
 * Escape while a question stands is its answer "no" and no one else's: what lies below stays open. The Escape that asked
 * comes before the question stands, and one that is held down counts once.
 */
export function answerEscape(
  event: Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'stopImmediatePropagation'>,
): void {
  if (!request || event.key !== 'Escape' || event.isComposing) return
  event.stopImmediatePropagation()
  if (!event.repeat) request.settle(false)
}

export const confirmRequests = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => request,
}
