import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { PermissionNode } from '../contract.ts'
import { permissions, useSetPreceptor } from './queries.ts'

type Leaving = { person: { id: string; full_name: string }; node: PermissionNode }

/** Turns off a preceptor who has used the permission: someone takes over, or no one has to. */
export function SuccessorDialog({
  leaving,
  onClose,
}: {
  leaving: Leaving | null
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={leaving !== null}
      onClose={onClose}
      title="Who takes over?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {leaving && <Choice {...leaving} onDone={onClose} />}
    </Modal>
  )
}

const NOBODY = 'nobody'

function Choice({ person, node, onDone }: Leaving & { onDone: () => void }): ReactNode {
  const [successor, setSuccessor] = useState<string | null>(null)
  const tick = usePatientTick()
  const [reason, setReason] = useState('')
  const candidates = useQuery(
    permissions.successors.queryOptions({ input: { user_id: person.id, facility_id: node.facility_id } }),
  )
  const disable = useSetPreceptor(false)
  return (
    <Stack>
      <Text size="sm">
        {person.full_name} has worked as a preceptor at {node.name}
        {node.last_used_at && (
          <>
            , last <RelativeTime value={node.last_used_at} />
          </>
        )}
        . Choose who takes over so that no student is left without a preceptor. If this is the last facility,
        requests that they have not answered end. Students they accepted stay with them until the school finds
        someone else; it is notified.
      </Text>
      <ChoicesFailed queries={[candidates]} />
      <PickOne
        label="Successor"
        required
        data-autofocus
        value={successor}
        onChange={setSuccessor}
        among={[
          ...(candidates.data ?? []).map((one) => ({
            id: one.id,
            name: one.full_name,
            detail: one.is_preceptor ? 'Already a preceptor there' : null,
          })),
          { id: NOBODY, name: 'No one needs to take over: they have no students' },
        ]}
      />
      {candidates.data?.length === 0 && (
        <Banner kind="info" title="No one else there can be a preceptor.">
          Invite a facility admin to {node.name} first, or confirm that no one needs to take over.
        </Banner>
      )}
      <FreeText
        tick={tick}
        label="Reason"
        description="Kept in the history."
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={successor === null}
          loading={disable.isPending}
          onClick={() =>
            disable.mutate(
              {
                user_id: person.id,
                facility_id: node.facility_id,
                is_enabled: false,
                ...(successor === NOBODY ? { no_successor: true } : { successor_id: successor! }),
                ...(reason.trim() && { reason: reason.trim() }),
                ...tick.sent,
              },
              { onSuccess: onDone },
            )
          }
        >
          Disable
        </Button>
      </Group>
    </Stack>
  )
}
