import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthPages } from '#features/accounts/web/AuthPages.tsx'
import { storeTimeZone } from '#platform/web/own-zone.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'

/* Opens an auth page (core/auth-pages.ts) at its own address. */
reloadOnceOnLoadFailure()
// After sign-in, the server renders a page in this time zone.
storeTimeZone()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AuthPages />
  </StrictMode>,
)
