import { useSyncExternalStore } from 'react'

const query = '(max-width: 40em)'

/**
 * True if the window is as narrow as a phone. Correct at the first render in the browser; the server assumes a wide window until hydration.
 */
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
