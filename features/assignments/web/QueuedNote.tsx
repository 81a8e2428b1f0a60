import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOfflineQueue, type OfflineAction } from '#platform/web/waiting-actions.ts'
import { storedAction } from '../rules.ts'
import type { Act } from './mutations.ts'
import { actionLabels } from './use-seat-actions.ts'

/** What a student did about this shift while offline. */
export function useQueuedActions(shiftId: string): OfflineAction[] {
  return useOfflineQueue().filter(({ variables }) => (variables as Act).shift?.id === shiftId)
}

/** Marks actions on a shift that are waiting to be sent, so that nothing looks done before it is; with a way to undo them. */
export function QueuedNote({ shiftId }: { shiftId: string }): ReactNode {
  const client = useQueryClient()
  return useQueuedActions(shiftId).map(({ variables, label, cancel }) => (
    <Group key={label} gap={6}>
      <IconCloudOff size={18} aria-hidden />
      <Text
        size="sm"
        flex="1 1 0"
        miw={120}
      >{`Waiting to be sent: ${actionLabels[storedAction(variables as Act)]}`}</Text>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Cancel: ${label}`}
        onClick={() => cancel(client)}
      >
        Cancel
      </Button>
    </Group>
  ))
}
