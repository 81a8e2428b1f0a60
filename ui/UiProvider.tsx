import './styles.css'

import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react'

import { followColorScheme } from './color-scheme.ts'
import { ConfirmHost } from './confirm.tsx'
import { NavigationProvider, type LinkComponent, type Navigate } from './Link.tsx'
import { toastHost } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx').then((module) => ({ default: module.Toasts })))

function ToastHost() {
  const wanted = useSyncExternalStore(toastHost.subscribe, toastHost.isWanted, toastHost.isWanted)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

/** Loads the tooltips of icon-only buttons at the first pointer or focus movement, because nothing waits for them. */
function tipsAtFirstMove(): () => void {
  const stop = new AbortController()
  const load = () => {
    stop.abort()
    void import('./first-move.ts').then((file) => file.atFirstMove()).catch(() => {}) // the page works without it
  }
  for (const type of ['pointermove', 'focusin'])
    document.addEventListener(type, load, { signal: stop.signal })
  return () => stop.abort()
}

interface UiProviderProps {
  /** The router's link; defaults to the one given further out, or to links that load the page. */
  LinkComponent?: LinkComponent
  /** The router's navigation, for components that are not anchors (palette, notifications). */
  navigate?: Navigate
  /** True if the current address was reached by Back or Forward. */
  isReturning?: () => boolean
  children: ReactNode
}

/**
 * Styles, color scheme (system, light or dark, remembered), navigation, toasts and confirmations; wraps the whole product once. Mantine's
 * own provider comes with the layouts (MantineScope), so the public pages do without it.
 */
export function UiProvider({ LinkComponent, navigate, isReturning, children }: UiProviderProps) {
  const navigation = useMemo(
    () => ({
      ...(LinkComponent && { LinkComponent }),
      ...(navigate && { navigate }),
      ...(isReturning && { isReturning }),
    }),
    [LinkComponent, navigate, isReturning],
  )
  useLayoutEffect(followColorScheme, [])
  useEffect(tipsAtFirstMove, [])
  return (
    <NavigationProvider value={navigation}>
      {children}
      <ConfirmHost />
      <ToastHost />
    </NavigationProvider>
  )
}
