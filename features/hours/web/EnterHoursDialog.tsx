import { specialties, specialtyLabels } from '#core/specialties.ts'
import { Modal, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Specialty } from '#features/facilities/contract.ts'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { HoursKind, Progress } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { useEnterHours } from './queries.ts'

type Student = Pick<Progress, 'student_id' | 'full_name' | 'today'>

type Values = {
  date: string
  minutes: number | string
  kind: HoursKind
  specialty: Specialty
  course_code: string
  reason: string
  evidence: string
}

const schema = plainSchema<Values>(({ date, minutes, reason }) => ({
  date: !date && 'Enter a date.',
  minutes:
    (minutes === '' || Number(minutes) === 0 || Math.abs(Number(minutes)) > 1000) &&
    'Enter up to 1,000 hours, not zero.',
  reason: reason.trim().length < 3 && 'Give a reason.',
}))

/** Enters hours that no shift has, or deducts some with a minus; the student reads the reason. */
export function EnterHoursDialog({
  student,
  onClose,
}: {
  student: Student | null
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={student !== null}
      onClose={onClose}
      title={student ? `Enter hours for ${student.full_name}` : ''}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {student && <HoursForm student={student} onClose={onClose} />}
    </Modal>
  )
}

function HoursForm({ student, onClose }: { student: Student; onClose: () => void }): ReactNode {
  const enter = useEnterHours()
  const [id] = useState(() => crypto.randomUUID())
  const tick = usePatientTick()
  const uploads = useUploads('evidence')
  const form = useSchemaForm(schema, {
    initialValues: {
      date: student.today,
      minutes: '',
      kind: 'direct_care',
      specialty: 'med_surg',
      course_code: '',
      reason: '',
      evidence: '',
    } as Values,
    onSubmit: async ({ minutes, course_code: course, evidence, ...values }) => {
      await enter.mutateAsync({
        ...values,
        ...tick.sent,
        id,
        student_id: student.student_id,
        minutes: Math.round(Number(minutes) * 60),
        course_code: course || null,
        evidence: evidence || null,
        evidence_file_ids: [...uploads.readyIds],
      })
      uploads.clear()
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label="Enter hours"
      submitLabel="Save hours"
      onCancel={onClose}
      blocker={uploads.blocker}
    >
      <Stack gap="md">
        <DateField label="Date" required maxDate={student.today} {...form.field('date')} />
        <NumberInput
          label="Hours"
          description="Use a minus to subtract hours."
          required
          decimalScale={2}
          min={-1000}
          max={1000}
          {...form.field('minutes')}
        />
        <NativeSelect
          label="Kind"
          data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('kind')}
        />
        <NativeSelect
          label="Specialty"
          data={specialties.map((value) => ({ value, label: specialtyLabels[value] }))}
          {...form.field('specialty')}
        />
        <TextField label="Course" maxLength={40} {...form.field('course_code')} />
        <FreeText label="Reason" required maxLength={1000} tick={tick} {...form.field('reason')} />
        <FreeText
          label="Evidence"
          description="What shows these hours: a signed log, an email."
          maxLength={1000}
          tick={tick}
          sentAs="evidence"
          {...form.field('evidence')}
        />
        <FileField label="Files that show it" uploads={uploads} />
      </Stack>
    </Form>
  )
}
