import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, () => void>>

/** Single keys that act on the page while no one types in a field and no dialog is open. */
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
      // Escape leaves a form from within its fields.
      if (event.key !== 'Escape' && target.closest('input, textarea, select, [contenteditable]')) return
      const act = latest.current[event.key]
      // A key that is held down walks the list, and decides once.
      if (!act || (event.repeat && event.key !== 'j' && event.key !== 'k')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
