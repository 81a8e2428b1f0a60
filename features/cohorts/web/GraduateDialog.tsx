import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { DateField } from '#ui/DateField.tsx'
import { Link } from '#ui/Link.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Cohort, OpenItem } from '../contract.ts'
import { openItemWords } from '../rules.ts'
import { useGraduate } from './mutations.ts'
import { cohorts as api } from './queries.ts'

type GraduateDialogProps = {
  opened: boolean
  cohorts: readonly Cohort[]
  onClose: () => void
  onDone?: () => void
}

const credentialsOf = ({ full_name: name }: OpenItem): string =>
  `/school/compliance/students?${new URLSearchParams({ q: name })}`

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
          <Banner
            kind="warning"
            title={items.length === 1 ? '1 thing is open' : `${formatNumber(items.length)} things are open`}
          >
            Resolve them first, move those who stay to another cohort, or say why it graduates anyway.
          </Banner>
          <div>
            <List size="sm">
              {items.map((item) => (
                <List.Item key={`${item.cohort} ${item.full_name} ${item.item}`}>
                  {item.student_id ? (
                    <Link href={`/school/students/${item.student_id}`}>{item.full_name}</Link>
                  ) : (
                    item.full_name
                  )}
                  {`: ${openItemWords(item)}`}
                  {item.item === 'credentials_missing' && (
                    <>
                      {' '}
                      <Link href={credentialsOf(item)} aria-label={`Credentials of ${item.full_name}`}>
                        Credentials
                      </Link>
                    </>
                  )}
                  {cohorts.length > 1 && ` (${item.cohort})`}
                </List.Item>
              ))}
            </List>
          </div>
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
      <Group justify="flex-end">
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button loading={graduate.isPending} disabled={isMissingReason || !day} onClick={send}>
          Graduate
        </Button>
      </Group>
    </Stack>
  )
}
