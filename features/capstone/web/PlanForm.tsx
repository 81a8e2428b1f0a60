import { Group, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { TimeField } from '#ui/TimeField.tsx'
import type { DayKind, Project } from '../contract.ts'
import { kindLabels } from './capstone-words.ts'
import { usePlan } from './mutations.ts'

const NO_TIME = 'Enter a time, such as 7:00 AM or 0700.'
const schema = plainSchema<{ date: string; start_time: string; end_time: string; kind: string }>(
  (values) => ({
    date: !isPlainDate(values.date) && 'Enter a date.',
    start_time: !parseClockTime(values.start_time) && NO_TIME,
    end_time: !parseClockTime(values.end_time) && NO_TIME,
  }),
)

/** Plans one day after another, until it is closed. */
export function PlanForm({ project, onClose }: { project: Project; onClose: () => void }): ReactNode {
  const plan = usePlan()
  const [id, setId] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { date: '', start_time: '07:00', end_time: '19:00', kind: 'on_unit' },
    onSubmit: async ({ kind, ...day }) => {
      await plan.mutateAsync({ project_id: project.id, days: [{ ...day, id, kind: kind as DayKind }] })
      setId(crypto.randomUUID())
      form.setFieldValue('date', '')
    },
  })
  return (
    <Form form={form} label="Plan a day" submitLabel="Plan day" onCancel={onClose} cancelLabel="Done">
      <Group align="start" gap="sm">
        <DateField
          label="Date"
          required
          minDate={project.start_date}
          maxDate={project.end_date}
          {...form.field('date')}
        />
        <TimeField label="From" required {...form.field('start_time')} />
        <TimeField label="To" required {...form.field('end_time')} />
        <NativeSelect
          label="Kind"
          data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('kind')}
        />
      </Group>
    </Form>
  )
}
