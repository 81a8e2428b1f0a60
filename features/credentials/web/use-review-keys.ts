import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, () => void>>

/** Single-key shortcuts for the page, active while no field has the focus and no dialog is open. */
export function useReviewKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target as HTMLElement
      if (target.closest('[role="dialog"]')) return
      // Escape also leaves a form from within its fields.
      if (event.key !== 'Escape' && target.closest('input, textarea, select, [contenteditable]')) return
      const act = latest.current[event.key]
      // Holding a key down moves through the list, but decides only once.
      if (!act || (event.repeat && event.key !== 'j' && event.key !== 'k')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
