import { useSyncExternalStore } from 'react'

const query = '(max-width: 40em)'

/** Is the window as narrow as a phone? Known at once; what a server drew takes a wide one for granted until it is taken over. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
