import { Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRange, isPlainDate } from '#core/plain-date.ts'
import { refusalMessage } from '#core/refusal.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Cover } from '../contract.ts'
import { coverRefusals } from '../messages.ts'
import { coverRefusal } from '../rules.ts'
import { facilityTeam, useSetCover } from './queries.ts'

export type AwayDialogProps = {
  /** The person; null while the dialog is closed. */
  person: { id: string; full_name: string; is_me: boolean } | null
  onClose: () => void
}

/** Sets when a person is away, and who answers requests meanwhile. */
export function AwayDialog({ person, onClose }: AwayDialogProps): ReactNode {
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={person ? titleOf(person) : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {person && <Choices key={person.id} person={person} onClose={onClose} />}
    </Modal>
  )
}

const titleOf = ({ full_name: name, is_me: isMe }: NonNullable<AwayDialogProps['person']>) =>
  isMe ? 'Set when you are away' : `Set when ${name} is away`

type ChoicesProps = { person: NonNullable<AwayDialogProps['person']>; onClose: () => void }

function Choices({ person, onClose }: ChoicesProps): ReactNode {
  const query = useQuery({
    ...facilityTeam.coverChoices.queryOptions({ input: { person_id: person.id } }),
    refetchOnMount: 'always',
  })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={4} />}
      failedTitle="The colleagues couldn’t be loaded"
      isEmpty={({ colleagues }) => colleagues.length === 0}
      empty={{
        compact: true,
        titleOrder: 3,
        title: 'No colleague to cover yet',
        description:
          'Invite another administrator of this facility. An administrator of the organization can also choose someone above it: ask them to set your days away.',
      }}
    >
      {(known) => <AwayForm person={person} known={known} onClose={onClose} />}
    </Loaded>
  )
}

type Known = {
  today: string
  colleagues: { id: string; full_name: string; facility_name: string }[]
  covers: Cover[]
}
type Values = { from_date: string; until_date: string; cover_id: string }

function AwayForm({ person, known, onClose }: ChoicesProps & { known: Known }): ReactNode {
  const set = useSetCover()
  /** Checks what the server would refuse, at the field, before sending. */
  const problems = (values: Values): Partial<Record<keyof Values, string>> => {
    const missing = {
      ...(!isPlainDate(values.from_date) && { from_date: 'Choose the first day.' }),
      ...(!isPlainDate(values.until_date) && { until_date: 'Choose the last day.' }),
      ...(!values.cover_id && { cover_id: 'Choose who covers.' }),
    }
    if (Object.keys(missing).length > 0) return missing
    const refused = coverRefusal({ ...values, person_id: person.id }, known)
    return refused
      ? { [coverRefusals[refused.code].field ?? 'cover_id']: refusalMessage(coverRefusals, refused) }
      : {}
  }
  const form = useSchemaForm(plainSchema<Values>(problems), {
    initialValues: { from_date: known.today, until_date: '', cover_id: '' } as Values,
    onSubmit: async (values) => {
      await set.mutateAsync({ ...values, person_id: person.id })
      onClose()
    },
  })
  const ofPerson = known.covers.filter(({ person_id: id }) => id === person.id)
  return (
    <Form form={form} submitLabel="Save" onCancel={onClose} label={titleOf(person)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Your colleague sees who each request is for. Schools don’t see it.
        </Text>
        {ofPerson.length > 0 && (
          <Text size="sm">
            Already away: {ofPerson.map((days) => formatRange(days.from_date, days.until_date)).join('; ')}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateField label="Away from" required minDate={known.today} {...form.field('from_date')} />
          <DateField
            label="Last day away"
            required
            minDate={form.values.from_date || known.today}
            {...form.field('until_date')}
          />
        </SimpleGrid>
        <PickOne
          label="Who covers"
          description="Administrators who run the same facility, or one above it."
          placeholder="Choose a colleague"
          required
          among={known.colleagues.map(({ id, full_name: name, facility_name: facility }) => ({
            id,
            name,
            detail: facility,
          }))}
          {...form.field('cover_id')}
          onChange={(id) => form.setFieldValue('cover_id', id ?? '')}
        />
      </Stack>
    </Form>
  )
}
