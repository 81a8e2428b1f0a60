import { useEffect } from 'react'
import { mayDiscard } from '#platform/web/kit/leave.ts'

/** Closes what holds typed text only after asking; closed, it gives the focus back to where it was opened. */
export function useLeaveGuard(isDirty: boolean, onClose: () => void): () => void {
  useEffect(() => {
    const opener = document.activeElement
    // Once it has left the page, and unless the focus went elsewhere by itself.
    return () =>
      void setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      })
  }, [])
  async function leave(): Promise<void> {
    if (!isDirty || (await mayDiscard())) onClose()
  }
  return () => void leave()
}
