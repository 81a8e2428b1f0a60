import { IconCloudOff } from '@tabler/icons-react'

import { EmptyState } from './EmptyState.tsx'

/** Shown while there is no connection, in place of data that was never loaded on this device. */
export function OfflineState() {
  return (
    <EmptyState
      compact
      icon={IconCloudOff}
      title="You’re offline"
      description="This hasn’t been loaded yet. It will load when you’re back online."
    />
  )
}
