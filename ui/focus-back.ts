import { useEffect, useState } from 'react'

/** What on the page itself asked last: where a dialog was opened from another that is gone, the focus goes there. */
let pageAsker: HTMLElement | undefined

/**
 * Gives the focus back, on leaving, to what had it before: for dialogs that are mounted open, which the library's own
 * return does not know. A menu hands over to its button before it starts what it offers (RowActionsPanel).
 */
export function useFocusBack(): void {
  // Read while rendering: once it is mounted, the dialog has taken the focus.
  const [asker] = useState(rememberAsker)
  useEffect(
    () => () => {
      // The dialog is still in the document, and so is the button that is disabled until it closes.
      setTimeout(() => {
        if (focusedNow()) return
        const back = [asker, pageAsker].find((one) => one?.isConnected)
        back?.focus({ preventScroll: true })
      })
    },
    [asker],
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
