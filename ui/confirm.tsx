import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'

import {
  answerEscape,
  type Confirmed,
  confirmHost,
  type ConfirmOptions,
  confirmRequests,
  showRequest,
} from './confirm-requests.ts'

/** Asks before something important; resolves to false, or to the answer with the reason given. A second question refuses the first. */
export function confirm(options: ConfirmOptions): Promise<Confirmed> {
  confirmRequests.current()?.settle(false)
  return new Promise((resolve) => {
    const asker = focused()
    const settle = (answer: Confirmed) => {
      if (confirmRequests.current()?.settle === settle) showRequest(undefined)
      // At once, and not by the dialog, which on a slow machine takes its own button for what had the focus before.
      if (asker?.isConnected) asker.focus({ preventScroll: true })
      resolve(answer)
    }
    showRequest({ ...options, asker, settle })
    void confirmHost.wake()
  })
}

function focused(): HTMLElement | undefined {
  const active = globalThis.document?.activeElement
  return active && active !== document.body ? (active as HTMLElement) : undefined
}

const ConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Mounted once by UiProvider; loads the dialog at the first question. */
export function ConfirmHost() {
  const wanted = useSyncExternalStore(confirmHost.subscribe, confirmHost.isWanted, confirmHost.isWanted)
  // Registered first, because the drawers and dialogs below listen too and are mounted before the question.
  useEffect(() => {
    window.addEventListener('keydown', answerEscape, { capture: true })
    return () => window.removeEventListener('keydown', answerEscape, { capture: true })
  }, [])
  return wanted ? (
    <Suspense>
      <ConfirmDialog />
    </Suspense>
  ) : null
}
