import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being put on paper: what a screen draws in part is rendered whole then. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Paper is rendered right after the event, from what stands in the page then.
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
