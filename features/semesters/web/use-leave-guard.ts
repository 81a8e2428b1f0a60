import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'

/** Closes what holds typed text only after asking; while the question stands, Escape belongs to it. */
export function useLeaveGuard(isDirty: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false)
  async function leave(): Promise<void> {
    if (isAsking) return
    if (!isDirty) return onClose()
    setAsking(true)
    const focused = document.activeElement
    // The Escape that asks must not reach the question as its answer.
    await new Promise((resolve) => setTimeout(resolve))
    const answer = await confirm({
      title: 'Discard what you typed?',
      body: 'Nothing of it has been saved.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    })
    setAsking(false)
    if (answer) onClose()
    else if (focused instanceof HTMLElement) focused.focus()
  }
  return { leave: () => void leave(), isAsking }
}
