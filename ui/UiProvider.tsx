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

import { followColourScheme } from './colour-scheme.ts'
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

/** The names of icon-only buttons come with the first pointer or focus that moves: no one waits for them. */
function tipsAtFirstMove(): () => void {
  const stop = new AbortController()
  const load = () => {
    stop.abort()
    void import('./first-move.ts').then((file) => file.atFirstMove()).catch(() => {}) // a page works without it as well
  }
  for (const type of ['pointermove', 'focusin'])
    document.addEventListener(type, load, { signal: stop.signal })
  return () => stop.abort()
}

interface UiProviderProps {
  /** The router's link; without it, the one given further out, or links that load the page. */
  LinkComponent?: LinkComponent
  /** The router's navigation, for what is not an anchor (palette, notifications). */
  navigate?: Navigate
  /** Was the present address come to by Back or Forward? */
  isReturning?: () => boolean
  children: ReactNode
}

/**
 * Styles, colour scheme (system, light or dark, remembered), navigation, toasts and confirmations; wraps the whole product
 * once. Mantine's own provider comes with the frames (MantineScope): the public pages do without.
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
  useLayoutEffect(followColourScheme, [])
  useEffect(tipsAtFirstMove, [])
  return (
    <NavigationProvider value={navigation}>
      {children}
      <ConfirmHost />
      <ToastHost />
    </NavigationProvider>
  )
}
