import {
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { addDays, todayHere } from '#core/plain-date.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Audience, Group as SchoolGroup } from '../contract.ts'
import { reachWords, type Party } from '../rules.ts'
import { useReach, useSendMessage } from './queries.ts'

/** What the writer chooses among, unless they came from a shift or a cohort. */
type Kind = 'school' | 'cohorts' | 'site' | 'partners' | 'unit'
type Values = {
  kind: Kind
  group: SchoolGroup
  cohort: string | null
  site: string | null
  unit: string | null
  from: string
  to: string
  with_instructors: boolean
  title: string
  message: string
  is_urgent: boolean
}

const kinds: Record<Party, { value: Kind; label: string }[]> = {
  school: [
    { value: 'school', label: 'Everyone' },
    { value: 'cohorts', label: 'A cohort' },
    { value: 'site', label: 'A site' },
  ],
  facility: [
    { value: 'partners', label: 'All partner schools' },
    { value: 'unit', label: 'Schools on a unit' },
  ],
}
const groups: { value: SchoolGroup; label: string }[] = [
  { value: 'students', label: 'All students' },
  { value: 'instructors', label: 'All instructors' },
  { value: 'everyone', label: 'All students and instructors' },
]

/** Whom the fields mean; null as long as something is not chosen. */
function audienceOf(values: Values, given: Audience | undefined): Audience | null {
  const { kind, group, cohort, site, unit, from, to, with_instructors } = values
  if (given) return 'with_instructors' in given ? { ...given, with_instructors } : given
  if (kind === 'school') return { kind, group }
  if (kind === 'cohorts') return cohort ? { kind, cohort_ids: [cohort] } : null
  if (kind === 'partners') return { kind, facility_ids: [] }
  if (kind === 'unit') return unit ? { kind: 'partners', facility_ids: [unit] } : null
  return site && from && to && from <= to
    ? { kind: 'site', facility_id: site, from, to, with_instructors }
    : null
}

const schema = plainSchema<Values>(({ kind, cohort, site, unit, from, to, title, message }) => ({
  cohort: kind === 'cohorts' && !cohort && 'Choose a cohort.',
  site: kind === 'site' && !site && 'Choose a site.',
  unit: kind === 'unit' && !unit && 'Choose a unit.',
  to: kind === 'site' && to < from && 'The last day must be on or after the first.',
  title: title.trim() === '' ? 'Give it a subject.' : title.length > 200 && 'At most 200 characters.',
  message: message.trim() === '' ? 'Write a message.' : message.length > 2000 && 'At most 2,000 characters.',
}))
const schemaOfGiven = plainSchema<Values>(({ title, message }) => ({
  title: title.trim() === '' ? 'Give it a subject.' : title.length > 200 && 'At most 200 characters.',
  message: message.trim() === '' ? 'Write a message.' : message.length > 2000 && 'At most 2,000 characters.',
}))

type DialogProps = {
  opened: boolean
  party: Party
  /** Already chosen: the roster of a shift, a cohort. */
  given?: Audience | undefined
  onClose: () => void
}

/** Writes to people of the school, or to partner schools, and says first how many that is. */
export function MessageDialog({ opened, onClose, ...props }: DialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Write a message"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <MessageForm {...props} onClose={onClose} />}
    </Modal>
  )
}

function MessageForm({ party, given, onClose }: Omit<DialogProps, 'opened'>): ReactNode {
  // The browser chooses the id: pressed twice, or sent again after a broken answer, it is still one message.
  const [id] = useState(() => crypto.randomUUID())
  const send = useSendMessage()
  const tick = usePatientTick()
  const tomorrow = addDays(todayHere(), 1)
  const form = useSchemaForm(given ? schemaOfGiven : schema, {
    initialValues: {
      kind: kinds[party][0]!.value,
      group: 'students',
      cohort: null,
      site: null,
      unit: null,
      from: tomorrow,
      to: tomorrow,
      with_instructors: true,
      title: '',
      message: '',
      is_urgent: false,
    } as Values,
    onSubmit: async (values) => {
      const audience = audienceOf(values, given)
      if (!audience) return
      const { title, message, is_urgent } = values
      await send.mutateAsync({ id, audience, title, message, is_urgent, ...tick.sent })
      onClose()
    },
  })
  const audience = audienceOf(form.values, given)
  const reach = useReach(audience)
  const words = audience && reach.data && reachWords(reach.data)
  const isForNoOne = audience !== null && reach.data !== undefined && words === null
  const { kind } = form.values
  const hasInstructors = given ? 'with_instructors' in given : kind === 'site'
  return (
    <Form form={form} label="Write a message">
      <Stack gap="md">
        {given ? (
          <Text>
            To <b>{reach.data?.audience_name ?? '…'}</b>
          </Text>
        ) : (
          <>
            <Stack gap={4}>
              <Text size="sm" fw={500} id="message-to">
                Send to
              </Text>
              <SegmentedControl aria-labelledby="message-to" data={kinds[party]} {...form.field('kind')} />
            </Stack>
            {kind === 'school' && (
              <Select label="Who" data={groups} allowDeselect={false} {...form.field('group')} />
            )}
            {kind === 'cohorts' && (
              <EntitySelect kind="cohort" label="Cohort" required {...form.field('cohort')} />
            )}
            {kind === 'unit' && <EntitySelect kind="unit" label="Unit" required {...form.field('unit')} />}
            {kind === 'site' && (
              <>
                <EntitySelect kind="facility" label="Site or unit" required {...form.field('site')} />
                <Group grow align="start">
                  <DateField label="From" required {...form.field('from')} />
                  <DateField label="Through" required {...form.field('to')} />
                </Group>
              </>
            )}
          </>
        )}
        {hasInstructors && (
          <Checkbox label="Instructors too" {...form.field('with_instructors', { type: 'checkbox' })} />
        )}
        <TextInput label="Subject" maxLength={200} required {...form.field('title')} />
        <FreeText
          tick={tick}
          sentAs="message"
          label="Message"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={2000}
          required
          {...form.field('message')}
        />
        <Switch
          label="Urgent"
          description="Its email goes out right away, in quiet hours too."
          {...form.field('is_urgent', { type: 'checkbox' })}
        />
        <Group justify="space-between" gap="sm">
          <Text size="sm" component="output">
            {isForNoOne
              ? 'No one would receive this. Choose other recipients.'
              : words
                ? `Reaches ${words}.`
                : 'Choose who gets it.'}
          </Text>
          <Button type="submit" loading={form.isPending} disabled={isForNoOne}>
            Send message
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
