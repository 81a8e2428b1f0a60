import { lazy, type ReactNode, Suspense } from 'react'
import type { Maintenance } from '#core/system-settings.ts'

// On nearly all days no maintenance is planned: what words it is in no first load.
const MaintenanceWords = lazy(() =>
  import('./MaintenanceWords.tsx').then((file) => ({ default: file.MaintenanceWords })),
)

/** Planned work on the platform, where there is some; nothing otherwise. */
export function MaintenanceBanner({ planned }: { planned: Maintenance | null | undefined }): ReactNode {
  return (
    planned && (
      <Suspense>
        <MaintenanceWords planned={planned} />
      </Suspense>
    )
  )
}
