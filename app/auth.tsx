import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthPages } from '#features/accounts/web/AuthPages.tsx'
import { noteOwnZone } from '#platform/web/own-zone.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'

/* Opens an auth page of the product (core/auth-pages.ts) where someone came to it by its address. */
reloadOnceOnLoadFailure()
// Anyone who signs in is sent a page made by their clock.
noteOwnZone()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AuthPages />
  </StrictMode>,
)
