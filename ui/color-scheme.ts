/** The storage key of the person's choice, which Mantine's own manager reads too. */
export const schemeKey = 'placewell-colour-scheme'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

function chosen(): string | null {
  try {
    return localStorage.getItem(schemeKey)
  } catch {
    // Storage may be forbidden; the system's setting then applies.
    return null
  }
}

function apply() {
  const choice = chosen()
  const scheme = choice === 'dark' || choice === 'light' ? choice : dark().matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}

/** The current scheme, for components that need to know it (toasts); subscribe reports every change. */
export const colorScheme = {
  subscribe(listener: () => void): () => void {
    const observer = new MutationObserver(listener)
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  },
  current: (): 'light' | 'dark' =>
    document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light',
}

/**
 * Renders the page light or dark, as chosen or as the system says, and follows both; call it once before the first paint. Returns a
 * function that stops it.
 */
export function followColorScheme(): () => void {
  apply()
  const media = dark()
  media.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  return () => {
    media.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}
