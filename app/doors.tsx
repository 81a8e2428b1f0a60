import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Doors } from '#features/accounts/web/Doors.tsx'
import { noteOwnZone } from '#platform/web/own-zone.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'

/* Opens a door of the product (core/doors.ts) where somebody came to it by its address. */
reloadOnceOnLoadFailure()
// Whoever signs in is sent a page made by their clock.
noteOwnZone()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Doors />
  </StrictMode>,
)
