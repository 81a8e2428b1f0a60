import { Button, List, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GivenBack } from '../contract.ts'
import { givenBackText } from '../rules.ts'

/** Lists what could not be given back, with reasons. */
export function GivenBackDialog({
  outcome,
  onClose,
}: {
  outcome: GivenBack | null
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={outcome !== null}
      onClose={onClose}
      title="Not everything could be given back"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {outcome && (
        <Stack gap="md" align="start">
          <Text size="sm">{givenBackText(outcome)}</Text>
          <List size="sm" spacing="xs">
            {outcome.left.map(({ label, reason }) => (
              <List.Item key={`${label} ${reason}`}>
                <b>{label}</b>: {reason}
              </List.Item>
            ))}
          </List>
          <Button onClick={onClose}>OK</Button>
        </Stack>
      )}
    </Modal>
  )
}
