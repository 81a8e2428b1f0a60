import { Checkbox, Modal, NativeSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { reasonProblem } from '#ui/reason.ts'
import type { RosterRow } from '../contract.ts'
import { useRemoveStudent } from './school-queries.ts'

type RemoveDialogProps = { row: RosterRow | undefined; onClose: () => void }

/** Takes a student off a shift, with a reason; optionally records the hours to make up. */
export function RemoveDialog({ row, onClose }: RemoveDialogProps): ReactNode {
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      title={row ? `Take ${row.full_name} off the shift?` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {row && <RemoveForm key={row.id} row={row} onClose={onClose} />}
    </Modal>
  )
}

const codes = {
  schedule: 'Schedule',
  conduct: 'Conduct',
  safety: 'Safety',
  non_compliance: 'Non-compliance',
  other: 'Other',
}
type Values = { code: keyof typeof codes; reason: string; makeup: boolean }
const schema = plainSchema<Values>((values) => ({
  reason: reasonProblem(values.reason, { label: 'Reason', isRequired: true, maxLength: 1000 }),
}))

function RemoveForm({ row, onClose }: { row: RosterRow; onClose: () => void }): ReactNode {
  const remove = useRemoveStudent()
  const tick = usePatientTick()
  const form = useSchemaForm<Values, Values>(schema, {
    initialValues: {
      code: 'schedule',
      reason: row.drop_asked_reason ?? row.conflict_note ?? '',
      makeup: false,
    },
    onSubmit: async (values) => {
      await remove.mutateAsync({ id: row.id, ...values, ...tick.sent })
      onClose()
    },
  })
  return (
    <Form form={form} label="Take off" submitLabel="Take off" danger onCancel={onClose}>
      <Stack gap="md">
        <NativeSelect
          label="Why"
          data={Object.entries(codes).map(([value, label]) => ({ value, label }))}
          {...form.field('code')}
        />
        <FreeText
          tick={tick}
          label="Reason"
          description="The student reads it."
          required
          maxLength={1000}
          {...form.field('reason')}
        />
        {row.status !== 'offered' && (
          <Checkbox
            label="The hours need a make-up"
            {...form.getInputProps('makeup', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Form>
  )
}
