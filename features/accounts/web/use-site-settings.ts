import { useEffect, useState } from 'react'
import { authCalls, type SiteSettings } from './auth-calls.ts'

let asked: Promise<SiteSettings> | undefined

/** What the installation says to those who are not signed in, asked once per document; undefined until it is there, and where it cannot be read. */
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
