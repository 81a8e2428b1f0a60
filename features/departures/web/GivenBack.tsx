import { Button, List, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { GivenBack } from '../contract.ts'
import { givenBackText } from '../rules.ts'

/** Names what could not be given back, each with its reason; nothing where all of it was. */
export function useGivenBack(): { show: (outcome: GivenBack) => void; dialog: ReactNode } {
  const [outcome, setOutcome] = useState<GivenBack | null>(null)
  const close = () => setOutcome(null)
  return {
    show: (found) => setOutcome(found.left.length > 0 ? found : null),
    dialog: (
      <Modal
        opened={outcome !== null}
        onClose={close}
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
            <Button onClick={close}>OK</Button>
          </Stack>
        )}
      </Modal>
    ),
  }
}
