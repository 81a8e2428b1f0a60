import { Button, List, Modal, Stack, Text } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { DateField } from '#ui/DateField.tsx'
import { Link } from '#ui/Link.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Cohort } from '../contract.ts'
import { openItemWords } from '../rules.ts'
import { useGraduate } from './mutations.ts'
import { openCounts, type OpenPerson, openPeople, openTitle } from './open-people.ts'
import { cohorts as api } from './queries.ts'

type GraduateDialogProps = {
  opened: boolean
  cohorts: readonly Cohort[]
  onClose: () => void
  onDone?: () => void
}

const credentialsOf = ({ full_name: name }: OpenPerson): string =>
  `/school/compliance/students?${new URLSearchParams({ q: name })}`

/** How many people are listed at first: the reason and the buttons stay on the screen. */
const SHOWN = 5

/** Graduates one or several cohorts: shows what is open first, by student, and asks for a reason if anything is. */
export function GraduateDialog({ opened, cohorts, onClose, onDone }: GraduateDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={cohorts.length === 1 ? `Graduate ${cohorts[0]!.name}?` : `Graduate ${cohorts.length} cohorts?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {cohorts.length > 0 && <Question cohorts={cohorts} onClose={onClose} {...(onDone && { onDone })} />}
    </Modal>
  )
}

function Question({ cohorts, onClose, onDone }: Omit<GraduateDialogProps, 'opened'>): ReactNode {
  const graduate = useGraduate()
  const [keys] = useState(() => ({
    call: crypto.randomUUID(),
    of: cohorts.map(() => crypto.randomUUID()),
  }))
  const [day, setDay] = useState(cohorts[0]!.today)
  const tick = usePatientTick()
  const [note, setNote] = useState('')
  const open = useQueries({
    queries: cohorts.map(({ id }) => ({
      ...api.openItems.queryOptions({ input: { id } }),
      staleTime: 0,
      refetchOnMount: 'always' as const,
    })),
  })
  if (open.some(({ isPending }) => isPending)) return <Skeletons shape="text" count={4} />
  if (open.some(({ data }) => data === undefined))
    return <ChoicesFailed queries={open} title="What is open couldn’t be loaded" />
  const items = open.flatMap(({ data }, at) =>
    (data ?? []).map((item) => ({ ...item, cohort: cohorts[at]!.name })),
  )
  const students = cohorts.reduce((sum, { student_count: count }) => sum + (count ?? 0), 0)
  const isMissingReason = items.length > 0 && note.trim().length < 10

  function send(): void {
    graduate.mutate(
      {
        idempotency_key: keys.call,
        school_id: cohorts[0]!.school_id,
        on_date: day,
        cohorts: cohorts.map(({ id, version }, at) => ({ id, version, change_id: keys.of[at]! })),
        ...(note.trim() && { note: note.trim() }),
        ...tick.sent,
      },
      {
        onSuccess: () => {
          onDone?.()
          onClose()
        },
      },
    )
  }

  return (
    <Stack gap="md">
      {graduate.error && (
        <Banner kind="danger" live>
          {graduate.error.message}
        </Banner>
      )}
      <Text size="sm">
        {students === 1 ? '1 student graduates' : `${formatNumber(students)} students graduate`} and{' '}
        {cohorts.length === 1 ? 'the cohort is' : 'the cohorts are'} closed. You can undo it for 24 hours.
      </Text>
      <DateField
        label="Day of graduation"
        required
        value={day}
        onChange={setDay}
        maxDate={cohorts[0]!.today}
      />
      {items.length === 0 ? (
        <Banner kind="success">Nothing is open.</Banner>
      ) : (
        <>
          <Banner kind="warning" title={openTitle(items)}>
            {`${openCounts(items)}. Resolve them first, move those who stay to another cohort, or say why it graduates anyway.`}
          </Banner>
          <OpenList people={openPeople(items)} isOfSeveral={cohorts.length > 1} />
          <FreeText
            tick={tick}
            sentAs="note"
            label="Why it graduates anyway"
            description="At least 10 characters; it stays in the history."
            required
            autosize
            minRows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </>
      )}
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button loading={graduate.isPending} disabled={isMissingReason || !day} onClick={send}>
          Graduate
        </Button>
      </FormFooter>
    </Stack>
  )
}

/** The people who are not ready, each with all that is open: the first few, or everyone. */
function OpenList({
  people,
  isOfSeveral,
}: {
  people: readonly OpenPerson[]
  isOfSeveral: boolean
}): ReactNode {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <div>
      <List size="sm">
        {(showsAll ? people : people.slice(0, SHOWN)).map((person) => (
          <List.Item key={person.key}>
            {person.student_id ? (
              <Link href={`/school/students/${person.student_id}`}>{person.full_name}</Link>
            ) : (
              person.full_name
            )}
            {`: ${person.items.map(openItemWords).join(' · ')}`}
            {person.items.some(({ item }) => item === 'credentials_missing') && (
              <>
                {' '}
                <Link href={credentialsOf(person)} aria-label={`Credentials of ${person.full_name}`}>
                  Credentials
                </Link>
              </>
            )}
            {isOfSeveral && ` (${person.cohort})`}
          </List.Item>
        ))}
      </List>
      {people.length > SHOWN && (
        <Button variant="subtle" size="xs" mt={4} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${formatNumber(people.length)}`}
        </Button>
      )}
    </div>
  )
}
