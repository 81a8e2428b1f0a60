import { howMany } from '#core/number-text.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { todayHere } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { nameOf, facilityLabel, seatsWords, useShifts, whenWords } from '#features/shifts/web/public.ts'
import { FailedState } from '#ui/FailedState.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { MakeupNeed } from '../contract.ts'
import { useAssignMakeup } from './school-queries.ts'

type MakeupDialogProps = { need: MakeupNeed | undefined; onClose: () => void }

/** Assigns an upcoming shift of the same specialty for hours to make up. */
export function MakeupDialog({ need, onClose }: MakeupDialogProps): ReactNode {
  return (
    <Modal
      opened={need !== undefined}
      onClose={onClose}
      title={need ? `Make up ${howMany(need.hours, 'hour')} of ${need.full_name}` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {need && <MakeupForm key={need.id} need={need} onClose={onClose} />}
    </Modal>
  )
}

type Values = { shift_id: string; reason: string }
const schema = plainSchema<Values>((values) => ({ shift_id: !values.shift_id && 'Choose a shift.' }))

function MakeupForm({ need, onClose }: { need: MakeupNeed; onClose: () => void }): ReactNode {
  const schoolId = useSchoolId()
  const assign = useAssignMakeup()
  const tick = usePatientTick()
  const query = useShifts(
    {
      ...(schoolId && { school_id: schoolId }),
      specialty: need.specialty as Specialty,
      status: ['approved', 'published'],
      from: todayHere(),
      sort: 'date',
    },
    { page_size: 200 },
  )
  const form = useSchemaForm<Values, Values>(schema, {
    initialValues: { shift_id: '', reason: '' },
    onSubmit: async ({ shift_id, reason }) => {
      await assign.mutateAsync({
        id: need.id,
        shift_id,
        override_reason: reason.trim() || null,
        ...tick.sent,
      })
      onClose()
    },
  })
  return (
    <Form form={form} label="Make-up" submitLabel="Assign" onCancel={onClose}>
      <Stack gap="md">
        {query.isError && !query.data && (
          <FailedState
            title="Shifts to choose from couldn’t be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        <PickOne
          label="Shift"
          required
          placeholder={query.isPending ? 'Looking for shifts…' : 'Choose a shift'}
          nothingFoundMessage={query.data && 'No upcoming approved or published shift in this specialty'}
          among={(query.data?.rows ?? []).map((row) => ({
            id: row.id,
            name: `${whenWords(row)}, ${nameOf(row)}`,
            detail: `${facilityLabel(row)} (${seatsWords(row)})`,
          }))}
          {...form.field('shift_id')}
        />
        <FreeText
          tick={tick}
          sentAs="override_reason"
          label="Reason"
          description="Needed where the shift has fewer hours than were missed, or where the student is not cleared for it or has too little rest."
          maxLength={500}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
