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

/** How the question is left while a reason is typed in it. */
let keep: (() => void) | undefined

/** While a reason is typed, the question is not left without asking; gives the way out. */
export function keepReason(ask: () => void): () => void {
  keep = ask
  return () => void (keep = undefined)
}

/** Answers no; what was typed is not lost without asking. */
export const leaveRequest = ({ settle }: ConfirmRequest) => (keep ? keep() : settle(false))

interface Leavable {
  leave: () => void
  owns: (target: Element) => boolean
}

/** The dialogs that are open, the newest last. */
const open: Leavable[] = []

/** While a dialog is open, Escape in it leaves it and nothing that lies below; gives the way out. */
export function takeEscape(leave: () => void, owns: (target: Element) => boolean): () => void {
  const one = { leave, owns }
  open.push(one)
  return () => void open.splice(open.indexOf(one), 1)
}

/** The dialog that a key is meant for: the one it was pressed in; the newest where nothing has the focus. */
function leavableOf(target: Partial<Element> | null | undefined): Leavable | undefined {
  const isInDialog = Boolean(target?.closest?.('[role="dialog"]'))
  return open.findLast(({ owns }) => !isInDialog || owns(target as Element))
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
  if (event.key !== 'Escape' || event.isComposing) return
  const field = event.target as Partial<Element> | null | undefined
  const asked = request
  const close = asked ? () => leaveRequest(asked) : leavableOf(field)?.leave
  if (!close) return
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
