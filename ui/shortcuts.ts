import { useEffect, useSyncExternalStore } from 'react'

const KEY = 'placewell:single-keys'
const listeners = new Set<() => void>()

/** Do single keys do something? Who types by voice, or by accident, turns them off in this browser (WCAG 2.1.4). */
export const singleKeys = {
  isOn(): boolean {
    try {
      return localStorage.getItem(KEY) !== 'off'
    } catch {
      return true
    }
  },
  set(isOn: boolean): void {
    try {
      localStorage.setItem(KEY, isOn ? 'on' : 'off')
    } catch {
      // Where nothing may be kept they stay on.
    }
    for (const listener of listeners) listener()
  },
}

/** The same for a screen. */
export const useSingleKeys = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    singleKeys.isOn,
    () => true,
  )

const TYPED_IN = 'input, textarea, select, [contenteditable="true"], [role="dialog"]'

/** Does something at a single key, unless somebody types, a dialog is open, or single keys are off. */
export function useSingleKey(key: string, act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (!singleKeys.isOn() || (event.target instanceof Element && event.target.closest(TYPED_IN))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key, act])
}
