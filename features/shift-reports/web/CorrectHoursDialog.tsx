import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useSeen } from '#ui/versions.ts'
import { useCorrectHours } from './queries.ts'

type ShiftDetail = { id: string; version: number; credited_hours: number }

interface CorrectHoursDialogProps {
  shift: ShiftDetail | undefined
  onClose: () => void
}

/** Corrects the credited hours of a finished shift; the posted hours of its students follow. */
export function CorrectHoursDialog({ shift, onClose }: CorrectHoursDialogProps): ReactNode {
  return (
    <Modal
      opened={shift !== undefined}
      onClose={onClose}
      title="Correct the hours of this shift"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shift && <CorrectForm shift={shift} onClose={onClose} />}
    </Modal>
  )
}

type Values = { hours: number | string; reason: string }

const schema = plainSchema<Values>(({ hours, reason }) => ({
  hours:
    (hours === '' || Number(hours) < 0 || Number(hours) > 24 || (Number(hours) * 4) % 1 !== 0) &&
    'Enter 0 to 24 hours, in quarters of an hour.',
  reason: reason.trim().length < 3 && 'Give a reason.',
}))

function CorrectForm({ shift, onClose }: { shift: ShiftDetail; onClose: () => void }): ReactNode {
  const correct = useCorrectHours()
  const tick = usePatientTick()
  const { seen, isNewer, see } = useSeen(shift)
  const form = useSchemaForm(schema, {
    initialValues: { hours: shift.credited_hours, reason: '' } as Values,
    onSubmit: async ({ hours, reason }) => {
      const { id, version } = seen
      await correct.mutateAsync({ id, version, hours: Number(hours), reason: reason.trim(), ...tick.sent })
      onClose()
    },
  })
  return (
    <Form form={form} label="Correct hours" submitLabel="Correct hours" onCancel={onClose}>
      <Stack gap="md">
        {isNewer && (
          <Banner
            kind="warning"
            live
            title="This shift was changed since you opened this form"
            action={
              <Button variant="default" onClick={see}>
                Go on with mine
              </Button>
            }
          >
            {`It counts for ${shift.credited_hours} hours now.`}
          </Banner>
        )}
        <Text size="sm">
          {`It counts for ${shift.credited_hours} hours now. Hours that are posted are corrected in each student’s ledger: the earlier lines stay, and the students are notified.`}
        </Text>
        <NumberInput
          label="Hours credited"
          description="For a student who was there throughout."
          required
          decimalScale={2}
          step={0.25}
          min={0}
          max={24}
          data-autofocus
          {...form.field('hours')}
        />
        <FreeText
          label="Reason"
          description="Students and your school read it."
          required
          maxLength={500}
          tick={tick}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
