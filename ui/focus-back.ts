import { useEffect, useState } from 'react'

/** What on the page itself asked last: where a dialog was opened from another that is gone, the focus goes there. */
let pageAsker: HTMLElement | undefined

const headings = 'h1, h2, h3'

/**
 * Gives the focus back, on leaving, to what had it before: for dialogs that are mounted open, which the library's own
 * return does not know. A menu hands over to its button before it starts what it offers (RowActionsPanel).
 */
export function useFocusBack(): void {
  // Read while rendering: once it is mounted, the dialog has taken the focus.
  const [asker] = useState(rememberAsker)
  const [giveBack] = useState(keepFocus)
  useEffect(
    () => () => {
      // The dialog is still in the document, and so is the button that is disabled until it closes.
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
 * Remembers what has the focus now; called when something is done, it gives the focus back if it was lost: to what had it, or, where
 * that is gone with what was done, to the heading of what it was in.
 */
export function keepFocus(): () => void {
  const asker = focusedNow()
  const around: Element[] = []
  for (let one = asker?.parentElement; one; one = one.parentElement) around.push(one)
  return () => {
    if (!asker || focusedNow()) return
    if (asker.isConnected) asker.focus({ preventScroll: true })
    if (focusedNow()) return
    const heading = around
      .find((one) => one.isConnected && one.querySelector(headings))
      ?.querySelector<HTMLElement>(headings)
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
}
