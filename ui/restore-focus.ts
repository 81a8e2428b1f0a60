import { useEffect, useState } from 'react'

/** The element on the page itself that last opened something: if a dialog was opened from another that is gone, the focus returns here. */
let pageAsker: HTMLElement | undefined

const headings = 'h1, h2, h3'

/**
 * On unmount, returns the focus to the element that had it before: for dialogs that are mounted open, which the library does not handle. A
 * menu focuses its button before it runs an item (RowActionsPanel).
 */
export function useRestoreFocus(): void {
  // Read while rendering, because a mounted dialog has taken the focus.
  const [asker] = useState(rememberAsker)
  const [giveBack] = useState(rememberFocus)
  useEffect(
    () => () => {
      // The dialog is still in the document, and the button is still disabled until it closes.
      setTimeout(() => {
        if (focusedNow()) return
        const back = [asker, pageAsker].find((one) => one?.isConnected)
        back?.focus({ preventScroll: true })
        giveBack()
      })
    },
    [asker, giveBack],
  )
}

function rememberAsker(): HTMLElement | undefined {
  const asker = focusedNow()
  if (!asker?.closest('[role="dialog"], [role="menu"]')) pageAsker = asker
  return asker
}

function focusedNow(): HTMLElement | undefined {
  const active = globalThis.document?.activeElement
  return active instanceof HTMLElement && active !== document.body ? active : undefined
}

/**
 * Remembers what has the focus now. The returned function restores a lost focus: to that element or, if it is gone, to the heading of its
 * section.
 */
export function rememberFocus(): () => void {
  const asker = focusedNow()
  const ancestors = ancestorsOf(asker)
  return () => {
    if (!asker || focusedNow()) return
    if (asker.isConnected) asker.focus({ preventScroll: true })
    if (!focusedNow()) focusHeading(ancestors)
  }
}

/** An element, and what comes after and before it. */
export type Ancestor = readonly [Element, Element | null, Element | null]

/** The element itself and all that it is in, from the inside out. */
export const ancestorsOf = (element: Element | null | undefined): readonly Ancestor[] =>
  element
    ? [
        [element, element.nextElementSibling, element.previousElementSibling],
        ...ancestorsOf(element.parentElement),
      ]
    : []

/** Focuses a heading: that of the row after a removed one, or of the row before it, or else of what it was in. */
export function focusHeading(ancestors: readonly Ancestor[]): void {
  const heading = ancestors
    .flatMap(([element, ...neighbors]) => (element.isConnected ? element : neighbors))
    .find((one) => one?.isConnected && one.querySelector(headings))
    ?.querySelector<HTMLElement>(headings)
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
