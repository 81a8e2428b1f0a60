import { useContentId } from '#platform/web/use-content-id.ts'
import { clockRange } from '#core/clock-time.ts'
import { Checkbox, Drawer, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import type { SlotRow } from '#features/open-slots/contract.ts'
import { useSlots } from '#features/open-slots/web/public.ts'
import { useShiftOptions } from '#features/shifts/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { useTakeOffers } from './queries.ts'

type Props = { opened: boolean; onClose: () => void; onDone: (id: string) => void }

/** Takes days that a facility offers on one unit at the same hours as a rotation. */
export function OffersDrawer({ opened, onClose, onDone }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title="Rotation from offered days"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Offers onClose={onClose} onDone={onDone} />}
    </Drawer>
  )
}

function Offers(props: Omit<Props, 'opened'>): ReactNode {
  const query = useSlots({ status: 'open' }, { page_size: 1000 })
  return (
    <Loaded
      query={query}
      failedTitle="The offers couldn’t be loaded"
      isEmpty={({ rows }) => rows.every(({ blocker }) => blocker !== null)}
      empty={{
        title: 'No days are offered',
        description: 'When a facility that you work with offers open slots on a unit, they appear here.',
      }}
    >
      {({ rows }) => <OffersForm rows={rows.filter(({ blocker }) => blocker === null)} {...props} />}
    </Loaded>
  )
}

/** Days that can form one rotation: the same unit and hours. */
const groupOf = (row: SlotRow): string => `${row.facility_id} ${row.start_time} ${row.end_time}`

type Values = {
  group: string
  days: string[]
  name: string
  course_code: string
  cohort_ids: string[]
  lead_time_reason: string
}
const schema = plainSchema<Values>(({ group, days, name }) => ({
  group: group === '' && 'Choose a unit.',
  days: group !== '' && days.length === 0 && 'Choose at least one day.',
  name: name.trim() === '' && 'Give the rotation a name.',
}))

function OffersForm({ rows, onClose, onDone }: Omit<Props, 'opened'> & { rows: SlotRow[] }): ReactNode {
  const take = useTakeOffers()
  const tick = usePatientTick()
  const options = useShiftOptions()
  const idOf = useContentId()
  const groups = Map.groupBy(rows, groupOf)
  const form = useSchemaForm(schema, {
    initialValues: {
      group: '',
      days: [],
      name: '',
      course_code: '',
      cohort_ids: [],
      lead_time_reason: '',
    } as Values,
    onSubmit: async ({ group, days, ...values }) => {
      const slots = (groups.get(group) ?? [])
        .filter(({ id }) => days.includes(id))
        .map(({ id, version }) => ({ id, version }))
      const { id } = await take.mutateAsync({
        ...values,
        ...tick.sent,
        id: idOf([slots, values]),
        slots,
        course_code: values.course_code.trim() || null,
        lead_time_reason: values.lead_time_reason.trim() || null,
      })
      onDone(id)
    },
  })
  const { group } = form.values
  const offered = groups.get(group) ?? []
  const choose = (next: string) => {
    form.setFieldValue('group', next)
    form.setFieldValue(
      'days',
      (groups.get(next) ?? []).map(({ id }) => id),
    )
  }
  return (
    <Form form={form} submitLabel="Take these days" onCancel={onClose} label="Rotation from offered days">
      <Banner kind="info">
        All days are taken, or none. The facility has agreed to them already. Name the instructors afterward.
      </Banner>
      <PickOne
        label="Unit and hours"
        required
        among={[...groups].map(([id, some]) => ({ id, name: labelOf(some) }))}
        value={group || null}
        onChange={(id) => choose(id ?? '')}
        error={form.errors['group']}
      />
      {offered.length > 0 && (
        <Checkbox.Group
          label="Days"
          value={form.values.days}
          onChange={(days) => form.setFieldValue('days', days)}
          error={form.errors['days']}
        >
          <Stack gap="xs" mt="xs">
            {offered.map(({ id, date, seats }) => (
              <Checkbox
                key={id}
                value={id}
                label={`${formatDate(date, 'weekday')}, ${seats} ${seats === 1 ? 'seat' : 'seats'}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField label="Name" required maxLength={120} {...form.field('name')} />
        <TextField label="Course" maxLength={40} placeholder="NRS 210" {...form.field('course_code')} />
      </SimpleGrid>
      <ChoicesFailed queries={[options]} />
      <PickSeveral
        label="Cohorts"
        description="Leave blank for every student of the school."
        among={options.data?.cohorts}
        {...form.field('cohort_ids')}
      />
      <FreeText
        tick={tick}
        sentAs="lead_time_reason"
        label="Why so late"
        description="Only if the agreement requires more notice before the first day."
        {...form.field('lead_time_reason')}
      />
    </Form>
  )
}

function labelOf(some: readonly SlotRow[]): string {
  const { unit_name, site_name, start_time, end_time } = some[0]!
  const days = some.length === 1 ? '1 day' : `${some.length} days`
  return `${[unit_name, site_name].filter(Boolean).join(', ')} · ${clockRange(start_time, end_time)} · ${days}`
}
