import { IconCloudOff } from '@tabler/icons-react'

import { EmptyState } from './EmptyState.tsx'

/** In place of what was never loaded on this device, while there is no connection. */
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
