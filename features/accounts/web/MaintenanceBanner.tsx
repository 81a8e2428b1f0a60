import { lazy, type ReactNode, Suspense } from 'react'
import type { Maintenance } from '#core/system-settings.ts'

// Maintenance is rarely planned, so its text is loaded lazily.
const MaintenanceText = lazy(() =>
  import('./MaintenanceText.tsx').then((file) => ({ default: file.MaintenanceText })),
)

/** Shows planned maintenance, if there is any. */
export function MaintenanceBanner({ planned }: { planned: Maintenance | null | undefined }): ReactNode {
  return (
    planned && (
      <Suspense>
        <MaintenanceText planned={planned} />
      </Suspense>
    )
  )
}
