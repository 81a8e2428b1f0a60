import { specialties, specialtyLabels } from '#core/specialties.ts'
import { Modal, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { FileField, useUploads } from '#features/files/web/public.ts'
import type { HoursKind } from '#features/hours/contract.ts'
import { kindLabels } from '#features/hours/rules.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
import { useReportHours } from './queries.ts'

type Values = {
  date: string
  minutes: number | string
  kind: HoursKind
  specialty: Specialty
  course_code: string
  note: string
  instructor_id: string
}

type Rules = {
  today: PlainDate
  daysBack: number
  hoursPerDay: number
  /** The instructors who can be named. */
  instructors: readonly { id: string; name: string }[]
}

const schemaFor = ({ hoursPerDay }: Rules) =>
  plainSchema<Values>(({ date, minutes, note }) => ({
    date: !date && 'Enter a date.',
    minutes: (Number(minutes) <= 0 || Number(minutes) > hoursPerDay) && `Enter up to ${hoursPerDay} hours.`,
    note: note.trim().length < 3 && 'Say in a sentence what you did, and with whom.',
  }))

type DialogProps = { opened: boolean; rules: Rules; onClose: () => void }

/** A student reports hours that no shift has, with evidence. */
export function ReportHoursDialog({ opened, rules, onClose }: DialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Report hours"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <ReportForm rules={rules} onClose={onClose} />}
    </Modal>
  )
}

function ReportForm({ rules, onClose }: Omit<DialogProps, 'opened'>): ReactNode {
  const report = useReportHours()
  const [id] = useState(() => crypto.randomUUID())
  const [schema] = useState(() => schemaFor(rules))
  const tick = usePatientTick()
  const uploads = useUploads('evidence')
  const { today } = rules
  const form = useSchemaForm(schema, {
    initialValues: {
      date: today,
      minutes: '',
      kind: 'direct_care',
      specialty: 'med_surg',
      course_code: '',
      note: '',
      instructor_id: '',
    } as Values,
    onSubmit: async ({ minutes, course_code: course, instructor_id: instructor, ...values }) => {
      await report.mutateAsync({
        ...values,
        ...tick.sent,
        id,
        minutes: Math.round(Number(minutes) * 60),
        course_code: course || null,
        instructor_id: instructor || null,
        evidence_file_ids: [...uploads.readyIds],
      })
      uploads.clear()
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label="Report hours"
      submitLabel="Report hours"
      onCancel={onClose}
      blocker={uploads.blocker}
    >
      <Stack gap="md">
        <DateField
          label="Date"
          description={`Up to ${rules.daysBack} days back.`}
          required
          minDate={addDays(today, -rules.daysBack)}
          maxDate={today}
          {...form.field('date')}
        />
        <NumberInput
          label="Hours"
          required
          decimalScale={2}
          min={0}
          max={rules.hoursPerDay}
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
        <FreeText
          label="What you did, and with whom"
          description="Do not name patients."
          required
          maxLength={1000}
          tick={tick}
          sentAs="note"
          {...form.field('note')}
        />
        {rules.instructors.length > 0 && (
          <PickOne
            label="Instructor who was there"
            description="They are asked to confirm these hours."
            placeholder="None of my instructors"
            clearable
            among={rules.instructors}
            {...form.field('instructor_id')}
            onChange={(chosen) => form.setFieldValue('instructor_id', chosen ?? '')}
          />
        )}
        <FileField label="Files that show it" uploads={uploads} />
      </Stack>
    </Form>
  )
}
