import {
  Button,
  Checkbox,
  Modal,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { readTime } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { addDays, todayHere } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { TimeField } from '#ui/TimeField.tsx'
import type { Audience, Group as SchoolGroup } from '../contract.ts'
import { answerLine, MAX_DAYS_AHEAD, type Party, reachText, sendAtOf } from '../rules.ts'
import { PartnerSelect } from './PartnerSelect.tsx'
import { reachUnknown, useChangeMessage, useReach, useSendMessage } from './queries.ts'
import { thisWeek } from './this-week.ts'

/** The audiences to choose from, unless the dialog was opened for a shift or a cohort. */
type Kind = 'school' | 'cohorts' | 'site' | 'partners' | 'partner' | 'unit' | 'this_week' | 'own_shifts'
type Values = {
  kind: Kind
  group: SchoolGroup
  cohort: string | null
  site: string | null
  unit: string | null
  partner: string | null
  from: string
  to: string
  with_instructors: boolean
  whole_series: boolean
  when: 'now' | 'later'
  date: string
  time: string
  title: string
  message: string
  is_urgent: boolean
  with_address: boolean
}

/** The maximum characters of a message, as the server counts them. */
const MAX_LENGTH = 2000

const kinds: Record<Party, { value: Kind; label: string }[]> = {
  school: [
    { value: 'school', label: 'Everyone' },
    { value: 'cohorts', label: 'A cohort' },
    { value: 'site', label: 'A site' },
  ],
  facility: [
    { value: 'partners', label: 'All partners' },
    { value: 'partner', label: 'A school' },
    { value: 'unit', label: 'A unit' },
  ],
  instructor: [
    { value: 'this_week', label: 'This week' },
    { value: 'own_shifts', label: 'Chosen days' },
  ],
}
const toWhom: Record<Party, string> = {
  school: 'Send to',
  facility: 'Send to',
  instructor: 'Send to the students on my shifts',
}
const whoseClock: Record<Party, string> = {
  school: 'your school’s',
  facility: 'your facility’s',
  instructor: 'your school’s',
}
/** Scrolls the fields for the time into view, because on a phone they would open below the buttons. */
const scrollIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

const groups: { value: SchoolGroup; label: string }[] = [
  { value: 'students', label: 'All students' },
  { value: 'instructors', label: 'All instructors' },
  { value: 'everyone', label: 'All students and instructors' },
]

/** A scheduled message being edited. */
export type Changed = {
  id: string
  audience: Audience
  title: string
  message: string
  is_urgent: boolean
  at: string
  time_zone: string
}

type Given = { audience: Audience; series: { id: string; from: string } | null | undefined }

/** The audience of the fields; null while something is missing. */
function audienceOf(values: Values, given: Given | undefined): Audience | null {
  const { kind, group, cohort, site, unit, partner, from, to, with_instructors, whole_series } = values
  if (given) {
    const { audience, series } = given
    if (whole_series && series)
      return { kind: 'series', series_id: series.id, from: series.from, with_instructors }
    return 'with_instructors' in audience ? { ...audience, with_instructors } : audience
  }
  if (kind === 'school') return { kind, group }
  if (kind === 'cohorts') return cohort ? { kind, cohort_ids: [cohort] } : null
  if (kind === 'partners') return { kind, facility_ids: [] }
  if (kind === 'partner') return partner ? { kind, school_id: partner } : null
  if (kind === 'unit') return unit ? { kind: 'partners', facility_ids: [unit] } : null
  if (kind === 'this_week') return { kind: 'own_shifts', ...thisWeek(todayHere()) }
  if (!from || !to || from > to) return null
  if (kind === 'own_shifts') return { kind, from, to }
  return site ? { kind: 'site', facility_id: site, from, to, with_instructors } : null
}

/** The fields for this audience; null if it was chosen elsewhere and can't be changed here. */
function fieldsOf(audience: Audience): Partial<Values> | null {
  switch (audience.kind) {
    case 'school':
      return { kind: 'school', group: audience.group }
    case 'site':
      return { ...audience, site: audience.facility_id }
    case 'own_shifts':
      return { ...audience }
    case 'cohorts':
      return audience.cohort_ids.length === 1 ? { kind: 'cohorts', cohort: audience.cohort_ids[0]! } : null
    case 'partner':
      return { kind: 'partner', partner: audience.school_id }
    case 'partners':
      return audience.facility_ids.length === 0
        ? { kind: 'partners' }
        : audience.facility_ids.length === 1
          ? { kind: 'unit', unit: audience.facility_ids[0]! }
          : null
    default:
      return null
  }
}

const schemaOf = (isGiven: boolean, roomForAnswer: number) =>
  plainSchema<Values>(
    ({ kind, cohort, site, unit, partner, from, to, when, date, time, title, message, with_address }) => ({
      ...(!isGiven && {
        cohort: kind === 'cohorts' && !cohort && 'Choose a cohort.',
        site: kind === 'site' && !site && 'Choose a site.',
        unit: kind === 'unit' && !unit && 'Choose a unit.',
        partner: kind === 'partner' && !partner && 'Choose a school.',
        to:
          (kind === 'site' || kind === 'own_shifts') &&
          to < from &&
          'The last day must be on or after the first.',
      }),
      date:
        when === 'later' &&
        (!date
          ? 'Enter a date.'
          : date > addDays(todayHere(), MAX_DAYS_AHEAD) && `At most ${MAX_DAYS_AHEAD} days ahead.`),
      time: when === 'later' && !readTime(time) && 'Enter a time, such as 7:00 AM or 0700.',
      title: title.trim() === '' ? 'Give it a subject.' : title.length > 200 && 'At most 200 characters.',
      message:
        message.trim() === ''
          ? 'Write a message.'
          : message.length > MAX_LENGTH
            ? 'At most 2,000 characters.'
            : with_address &&
              message.trimEnd().length > roomForAnswer &&
              `At most ${formatNumber(roomForAnswer)} characters with the line that says how to reply to you.`,
    }),
  )

type DialogProps = {
  opened: boolean
  party: Party
  /** The preselected audience: the roster of a shift, or a cohort. */
  given?: Audience | undefined
  /** The scheduled message to edit. */
  changed?: Changed | undefined
  onClose: () => void
  /** Called after it is sent or scheduled. */
  onSent?: (() => void) | undefined
}

const titleOf = (changed: Changed | undefined) => (changed ? 'Change message' : 'Write a message')

/** Writes to people of the school, or to partner schools, and first says how many they are. */
export function MessageDialog({ opened, onClose, ...props }: DialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={titleOf(props.changed)}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <MessageForm {...props} onClose={onClose} />}
    </Modal>
  )
}

function MessageForm({
  party,
  given: chosen,
  changed,
  onClose,
  onSent,
}: Omit<DialogProps, 'opened'>): ReactNode {
  // The browser chooses the id, so that pressing twice or retrying after a lost response sends only one message.
  const [id] = useState(() => changed?.id ?? crypto.randomUUID())
  const fields = changed && fieldsOf(changed.audience)
  const fixed = chosen ?? (changed && !fields ? changed.audience : undefined)
  // Whether the one chosen shift is part of a series.
  const series = useReach(fixed ?? null).data?.series
  const given = fixed && { audience: fixed, series }
  const tick = usePatientTick()
  const tomorrow = addDays(todayHere(), 1)
  const { email } = useMe()
  // Leaves room for the line that is appended.
  const roomForAnswer = MAX_LENGTH - answerLine(email).length - 2
  const form = useSchemaForm(schemaOf(fixed !== undefined, roomForAnswer), {
    initialValues: {
      kind: kinds[party][0]!.value,
      group: 'students',
      cohort: null,
      site: null,
      unit: null,
      partner: null,
      from: tomorrow,
      to: tomorrow,
      with_instructors: fixed && 'with_instructors' in fixed ? fixed.with_instructors : party === 'school',
      whole_series: fixed?.kind === 'series',
      when: changed ? 'later' : 'now',
      date: tomorrow,
      time: '07:00',
      title: '',
      message: '',
      is_urgent: false,
      with_address: changed === undefined,
      ...fields,
      ...(changed && {
        ...sendAtOf(changed.at, changed.time_zone),
        title: changed.title,
        message: changed.message,
        is_urgent: changed.is_urgent,
      }),
    } as Values,
    onSubmit: async (values) => {
      const audience = audienceOf(values, given)
      if (!audience) return false
      const { title, is_urgent, date, time, with_address: isSigned } = values
      const message = isSigned ? `${values.message.trimEnd()}\n\n${answerLine(email)}` : values.message
      const written = { id, audience, title, message, is_urgent, ...tick.sent }
      const send_at = { date, time: readTime(time) ?? time }
      if (changed) {
        const { title: before, message: text, at } = changed
        await change.mutateAsync({ ...written, send_at, before: { title: before, message: text, at } })
      } else await send.mutateAsync({ ...written, send_at: values.when === 'later' ? send_at : null })
      onClose()
      return onSent?.()
    },
  })
  const isLater = form.values.when === 'later'
  const send = useSendMessage(isLater)
  const change = useChangeMessage()
  const audience = audienceOf(form.values, given)
  const reach = useReach(audience)
  // The number of the recipients before is not theirs.
  const counted = reach.isPlaceholderData ? undefined : reach.data
  const words = audience && counted && reachText(counted)
  const isForNoOne = audience !== null && counted !== undefined && words === null
  const zone = reach.data && ` (${zoneName(reach.data.time_zone)})`
  const { kind } = form.values
  const hasInstructors = party === 'school' && (fixed ? 'with_instructors' in fixed : kind === 'site')
  return (
    <Form form={form} label={titleOf(changed)}>
      <Stack gap="md">
        {given ? (
          <Text>
            To <b>{reach.data?.audience_name ?? '…'}</b>
          </Text>
        ) : (
          <>
            <Stack gap={4}>
              <Text size="sm" fw={500} id="message-to">
                {toWhom[party]}
              </Text>
              <SegmentedControl aria-labelledby="message-to" data={kinds[party]} {...form.field('kind')} />
            </Stack>
            {kind === 'school' && (
              <Select label="Who" data={groups} allowDeselect={false} {...form.field('group')} />
            )}
            {kind === 'cohorts' && (
              <EntitySelect kind="cohort" label="Cohort" required {...form.field('cohort')} />
            )}
            {kind === 'partner' && <PartnerSelect required {...form.field('partner')} />}
            {kind === 'unit' && (
              <EntitySelect
                kind="unit"
                label="Unit"
                description="Schools with upcoming shifts there"
                required
                {...form.field('unit')}
              />
            )}
            {kind === 'site' && (
              <EntitySelect kind="facility" label="Site or unit" required {...form.field('site')} />
            )}
            {(kind === 'site' || kind === 'own_shifts') && (
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                <DateField label="From" required {...form.field('from')} />
                <DateField label="Through" required {...form.field('to')} />
              </SimpleGrid>
            )}
          </>
        )}
        {series && (
          <Checkbox
            label={`All ${series.shifts} shifts of this series from then on`}
            {...form.field('whole_series', { type: 'checkbox' })}
          />
        )}
        {hasInstructors && (
          <Checkbox label="Instructors too" {...form.field('with_instructors', { type: 'checkbox' })} />
        )}
        <TextField label="Subject" maxLength={200} required {...form.field('title')} />
        <FreeText
          tick={tick}
          sentAs="message"
          label="Message"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_LENGTH}
          required
          {...form.field('message')}
        />
        {!changed && (
          <Checkbox
            label="Say how to reply to me"
            description={`Adds your address, ${email}, as the last line. No one can reply in Placewell.`}
            {...form.field('with_address', { type: 'checkbox' })}
          />
        )}
        <Switch
          label="Urgent"
          description="Its email goes out right away, in quiet hours too."
          {...form.field('is_urgent', { type: 'checkbox' })}
        />
        {!changed && (
          <SegmentedControl
            aria-label="When"
            data={[
              { value: 'now', label: 'Send now' },
              { value: 'later', label: 'At a chosen time' },
            ]}
            {...form.field('when')}
          />
        )}
        {isLater && (
          <Stack gap={4} ref={scrollIntoView}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <DateField label="Send on" required {...form.field('date')} />
              <TimeField label="At" required {...form.field('time')} />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              {`In ${whoseClock[party]} time${zone || ''}, at most ${MAX_DAYS_AHEAD} days ahead. Recipients are decided when it is sent.`}
            </Text>
          </Stack>
        )}
        <FormFooter
          note={
            <output>
              {isForNoOne
                ? isLater
                  ? 'As of today, no one would receive this.'
                  : 'No one would receive this. Choose other recipients.'
                : words
                  ? `Reaches ${words}${isLater ? ' as of today' : ''}.`
                  : audience
                    ? reachUnknown(reach)
                    : 'Choose who gets it.'}
            </output>
          }
        >
          <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isPending} disabled={isForNoOne && !isLater}>
            {changed ? 'Save changes' : isLater ? 'Schedule message' : 'Send message'}
          </Button>
        </FormFooter>
      </Stack>
    </Form>
  )
}
