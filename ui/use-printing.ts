import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: partially rendered content is then rendered completely. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints right after the event, so the update must be synchronous.
    const print = () => flushSync(() => setPrinting(true))
    const printed = () => setPrinting(false)
    const paper = window.matchMedia('print')
    const change = ({ matches }: MediaQueryListEvent) => (matches ? print() : printed())
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', printed)
    paper.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', printed)
      paper.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
