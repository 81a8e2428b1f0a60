import { useEffect, useRef, useSyncExternalStore } from 'react'

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

/** Hears single keys, unless someone types, a dialog is open, or single keys are off; `press` says whether a key does something. */
export function useAnyKey(press: (key: string) => boolean): void {
  const newest = useRef(press)
  useEffect(() => {
    newest.current = press
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!singleKeys.isOn() || (event.target instanceof Element && event.target.closest(TYPED_IN))) return
      if (newest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

/** Does something at a single key, as `useAnyKey` hears it. */
export function useSingleKey(key: string, act: () => void): void {
  useAnyKey((pressed) => {
    if (pressed !== key) return false
    act()
    return true
  })
}
