import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Deliverable } from '../contract.ts'
import { MOST_FILES } from '../rules.ts'
import { useDeliver } from './mutations.ts'

type Props = { opened: boolean; deliverable: Deliverable | undefined; onClose: () => void }

/** Submits a deliverable: files, a note, or both. */
export function DeliverDialog({ opened, deliverable, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Hand in ${deliverable?.name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {deliverable && <DeliverForm deliverable={deliverable} onClose={onClose} />}
    </Modal>
  )
}

function DeliverForm({ deliverable, onClose }: { deliverable: Deliverable; onClose: () => void }): ReactNode {
  const send = useDeliver()
  const tick = usePatientTick()
  const uploads = useUploads('evidence')
  // Handed in before, when it was returned.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const kept = deliverable.file_ids.filter((id) => !removed.includes(id))
  const tooMany =
    kept.length + uploads.readyIds.length > MOST_FILES && `At most ${MOST_FILES} files. Remove one.`
  const schema = plainSchema<{ note: string; file_ids?: never }>(({ note }) => ({
    file_ids: tooMany,
    note: note.trim() === '' && uploads.readyIds.length + kept.length === 0 && 'Add a file or write a note.',
  }))
  const form = useSchemaForm(schema, {
    initialValues: { note: deliverable.note ?? '' },
    onSubmit: async ({ note }) => {
      await send.mutateAsync({
        id: deliverable.id,
        note: note || null,
        file_ids: [...kept, ...uploads.readyIds],
        ...tick.sent,
      })
      uploads.clear()
      onClose()
    },
  })
  return (
    <Form form={form} label="Hand in" submitLabel="Hand in" onCancel={onClose} blocker={uploads.blocker}>
      <FileField label="Files" uploads={uploads} error={tooMany} />
      {deliverable.file_ids.length > 0 && (
        <Stack
          component="ul"
          gap={4}
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
          aria-label="Handed in before"
          data-typed={removed.length > 0 || undefined}
        >
          {deliverable.file_ids.map((id, at) => {
            const name = `File ${at + 1}`
            const isKept = kept.includes(id)
            const verb = isKept ? 'Remove' : 'Keep'
            // The row stays, so that its button keeps the focus.
            return (
              <Group component="li" key={id} justify="space-between" wrap="nowrap">
                <Text size="sm">{`${name}, ${isKept ? 'handed in before' : 'removed'}`}</Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`${verb} ${name}`}
                  onClick={() => setRemoved(isKept ? [...removed, id] : removed.filter((one) => one !== id))}
                >
                  {verb}
                </Button>
              </Group>
            )
          })}
        </Stack>
      )}
      <FreeText label="Note" tick={tick} sentAs="note" maxLength={1000} {...form.field('note')} />
    </Form>
  )
}
