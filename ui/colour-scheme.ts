/** What a person chose, and what Mantine's own manager reads too. */
export const schemeKey = 'placewell-colour-scheme'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

function chosen(): string | null {
  try {
    return localStorage.getItem(schemeKey)
  } catch {
    // Storage may be forbidden; the system decides then.
    return null
  }
}

function apply() {
  const choice = chosen()
  const scheme = choice === 'dark' || choice === 'light' ? choice : dark().matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}

/** What is rendered now, for components that must be told (toasts); subscribe hears of every change. */
export const colourScheme = {
  subscribe(listener: () => void): () => void {
    const observer = new MutationObserver(listener)
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  },
  current: (): 'light' | 'dark' =>
    document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light',
}

/** Draws the page light or dark, as chosen or as the system says, and follows both; call it once before the first paint. Returns how to stop. */
export function followColourScheme(): () => void {
  apply()
  const media = dark()
  media.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  return () => {
    media.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}
