import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { retryUntilAllReached } from '#platform/web/retry-until-all-reached.ts'
import { FormFooter } from '#ui/FormFooter.tsx'
import { sendWithUndo, hasPendingSend, usePendingSend } from '#ui/send-with-undo.ts'
import { toast } from '#ui/toast.ts'
import type { QueueRow } from '../contract.ts'
import { credentials, touches } from './queries.ts'

const LEAST = 2

/** Approves several of one type after the dialog has closed, and reports how many. */
function useApproveSeveral() {
  return useMutation({
    mutationFn: async (ids: readonly string[]) =>
      retryUntilAllReached({ rows: ids.map((id) => ({ id })) }, ({ rows }) =>
        credentials.approveSeveral.call({ ids: rows.map(({ id }) => id) }),
      ),
    meta: { failed: 'Nothing was approved', touches },
  })
}

/** Prechecked submissions of one type, to approve together after reviewing the list. */
export function BulkApproval({ rows }: { rows: readonly QueueRow[] }): ReactNode {
  const [typeId, setTypeId] = useState<string | null>(null)
  const free = rows.filter((row) => row.is_prechecked && (row.is_mine || !row.locked_by_name))
  const groups = [...Map.groupBy(free, (row) => row.type_id).values()].filter(({ length }) => length >= LEAST)
  const open = groups.find(([first]) => first!.type_id === typeId)
  return (
    <>
      {groups.length > 0 && (
        <Group gap="xs" mb="sm">
          {groups.map((group) => (
            <GroupButton key={group[0]!.type_id} group={group} onOpen={() => setTypeId(group[0]!.type_id)} />
          ))}
        </Group>
      )}
      <Modal
        opened={open !== undefined}
        onClose={() => setTypeId(null)}
        title={open ? `Approve ${open[0]!.type_name}` : ''}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {open && <Choice key={typeId} rows={open} onDone={() => setTypeId(null)} />}
      </Modal>
    </>
  )
}

function GroupButton({ group, onOpen }: { group: readonly QueueRow[]; onOpen: () => void }): ReactNode {
  // They are being approved, and can be undone for a moment.
  if (usePendingSend(group[0]!.id)) return null
  return (
    <Button size="xs" variant="default" onClick={onOpen}>
      {`Approve ${group.length} checked: ${group[0]!.type_name}…`}
    </Button>
  )
}

function Choice({ rows, onDone }: { rows: readonly QueueRow[]; onDone: () => void }): ReactNode {
  const approve = useApproveSeveral()
  const [ids, setIds] = useState(() => rows.map(({ id }) => id).filter((id) => !hasPendingSend(id)))
  return (
    <form
      aria-label="Approve together"
      onSubmit={(event) => {
        event.preventDefault()
        sendWithUndo(ids, `Approving ${ids.length}: ${rows[0]!.type_name}`, async () => {
          const approved = await approve.mutateAsync(ids)
          toast.success(
            approved === ids.length ? `${approved} approved` : `${approved} of ${ids.length} approved`,
          )
        })
        onDone()
      }}
    >
      <Stack gap="md">
        <Text size="sm">Name, type and dates were found on each of these documents.</Text>
        <Checkbox.Group label="Students" value={ids} onChange={setIds}>
          <Stack gap={6} mt={6}>
            {rows.map((row) => (
              <Checkbox key={row.id} value={row.id} label={row.student_name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormFooter>
          <Button variant="default" data-leaves onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={ids.length === 0}>
            {`Approve ${ids.length}`}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
