import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Deliverable } from '../contract.ts'
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
  const [kept, setKept] = useState(deliverable.file_ids)
  const schema = plainSchema<{ note: string }>(({ note }) => ({
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
      <FileField label="Files" uploads={uploads} />
      {kept.length > 0 && (
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Handed in before">
          {kept.map((id) => {
            const name = `File ${deliverable.file_ids.indexOf(id) + 1}`
            return (
              <Group component="li" key={id} justify="space-between" wrap="nowrap">
                <Text size="sm">{`${name}, handed in before`}</Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Remove ${name}`}
                  onClick={() => setKept(kept.filter((one) => one !== id))}
                >
                  Remove
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
