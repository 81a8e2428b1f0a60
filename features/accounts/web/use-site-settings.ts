import { useEffect, useState } from 'react'
import { authCalls, type SiteSettings } from './auth-calls.ts'

let asked: Promise<SiteSettings> | undefined

/** The installation's settings for visitors, fetched once per document; undefined until loaded, or if they cannot be read. */
export function useSiteSettings(): SiteSettings | undefined {
  const [found, setFound] = useState<SiteSettings>()
  useEffect(() => {
    let isGone = false
    asked ??= authCalls.siteSettings()
    asked.then(
      (settings) => isGone || setFound(settings),
      () => (asked = undefined),
    )
    return () => {
      isGone = true
    }
  }, [])
  return found
}
