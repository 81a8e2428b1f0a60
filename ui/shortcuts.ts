import { useEffect, useRef, useSyncExternalStore } from 'react'

const KEY = 'placewell:single-keys'
const listeners = new Set<() => void>()

/**
 * Whether single-key shortcuts are on. People who use voice control, or press keys by accident, turn them off in this browser (WCAG 2.1.4).
 */
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
      // Without storage they stay on.
    }
    for (const listener of listeners) listener()
  },
}

/** The same as a hook. */
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

/** Listens for single keys, unless someone types, a dialog is open, or single keys are off; `press` returns whether a key did something. */
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

/** Runs `act` for a single key, under the conditions of `useAnyKey`. */
export function useSingleKey(key: string, act: () => void): void {
  useAnyKey((pressed) => {
    if (pressed !== key) return false
    act()
    return true
  })
}
