import { lazy, type ReactNode, Suspense } from 'react'
import type { Maintenance } from '#core/system-settings.ts'

// Maintenance is rarely planned, so its text is loaded lazily.
const MaintenanceWords = lazy(() =>
  import('./MaintenanceWords.tsx').then((file) => ({ default: file.MaintenanceWords })),
)

/** Shows planned maintenance, if there is any. */
export function MaintenanceBanner({ planned }: { planned: Maintenance | null | undefined }): ReactNode {
  return (
    planned && (
      <Suspense>
        <MaintenanceWords planned={planned} />
      </Suspense>
    )
  )
}
