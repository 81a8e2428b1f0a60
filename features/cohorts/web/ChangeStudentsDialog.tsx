import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { formatNumber } from '#core/number-text.ts'
import { isPlainDate, todayHere } from '#core/plain-date.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { DateField } from '#ui/DateField.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { BeginReason, CheckedMove, LeaveReason } from '../contract.ts'
import { beginReasonLabels, endReasonLabels, fillOf, leaveReasons, verdictWords } from '../rules.ts'
import { useChangeMemberships } from './mutations.ts'
import { cohorts as api } from './queries.ts'

export type ChosenStudent = {
  id: string
  /** Their open membership as the list showed it, so that a conflicting move is detected. */
  membershipId: string | null
}

type ChangeStudentsDialogProps = {
  opened: boolean
  what: 'move' | 'end'
  students: readonly ChosenStudent[]
  schoolId: string
  /** The initial choice. */
  cohortId?: string
  onClose: () => void
  onDone?: () => void
}

/** Moves students to a cohort, or ends their memberships: shows who is affected and who cannot be, before anything is written. */
export function ChangeStudentsDialog({ opened, onClose, ...props }: ChangeStudentsDialogProps): ReactNode {
  const { what, students } = props
  const who = students.length === 1 ? '1 student' : `${formatNumber(students.length)} students`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={what === 'move' ? `Move ${who} to a cohort` : `Remove ${who} from their cohort`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {students.length > 0 && <Question {...props} onClose={onClose} />}
    </Modal>
  )
}

function Question(props: Omit<ChangeStudentsDialogProps, 'opened'>): ReactNode {
  const { what, students, schoolId, cohortId, onClose, onDone } = props
  const list = useQuery(api.list.queryOptions({ input: {} }))
  const change = useChangeMemberships()
  const targets = (list.data ?? []).filter(
    ({ status, school_id }) => school_id === schoolId && status !== 'graduated' && status !== 'archived',
  )
  const today = list.data?.[0]?.today ?? todayHere()
  const [to, setTo] = useState(cohortId ?? '')
  const [day, setDay] = useState('')
  const [begin, setBegin] = useState<BeginReason>('transferred')
  const [leave, setLeave] = useState<LeaveReason>('withdrew')
  const [note, setNote] = useState('')
  // Unless someone decides otherwise, who has left is not expected at the bedside.
  const [frees, setFrees] = useState<boolean>()
  const freesSeats = what === 'end' && (frees ?? leave !== 'corrected')
  const keyOf = useContentId()
  const onDate = day || today
  const request = {
    school_id: schoolId,
    cohort_id: what === 'move' ? to || null : null,
    on_date: onDate,
    students: students.map(({ id, membershipId }) => ({ student_id: id, membership_id: membershipId })),
  }
  const isAsked = isPlainDate(onDate) && (what === 'end' || to !== '')
  const plan = useQuery({
    ...api.planChange.queryOptions({ input: request }),
    enabled: isAsked && list.isSuccess,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const judged = isAsked ? plan.data : undefined
  const changed = judged?.filter(({ verdict }) => verdict === 'ok') ?? []
  const able = changed.length
  const seats = changed.reduce((sum, { shifts_ahead: ahead }) => sum + ahead, 0)
  const leftOut = (judged?.length ?? 0) - able
  const target = targets.find(({ id }) => id === to)
  const after = target && { ...target, student_count: (target.student_count ?? 0) + able }

  function send(): void {
    const body = {
      ...request,
      reason: what === 'move' ? begin : leave,
      frees_seats: freesSeats,
      ...(note.trim() && { note: note.trim() }),
    }
    change.mutate(
      { ...body, idempotency_key: keyOf(body) },
      {
        onSuccess: () => {
          onDone?.()
          onClose()
        },
        onError: () => void plan.refetch(),
      },
    )
  }

  if (list.isPending) return <Skeletons shape="form" count={3} />
  return (
    <Stack gap="md">
      {change.error && (
        <Banner kind="danger" live>
          {change.error.message}
        </Banner>
      )}
      <ChoicesFailed queries={[list]} />
      <ChoicesFailed title="What would change couldn’t be loaded" queries={[plan]} />
      {what === 'move' ? (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <PickOne
            label="To"
            required
            data-autofocus
            placeholder={targets.length === 0 ? 'There is no open cohort' : 'Choose a cohort…'}
            value={to || null}
            among={targets}
            onChange={(id) => setTo(id ?? '')}
          />
          <NativeSelect
            label="Reason"
            value={begin}
            data={Object.entries(beginReasonLabels).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setBegin(currentTarget.value as BeginReason)}
          />
        </Group>
      ) : (
        <NativeSelect
          label="Reason"
          data-autofocus
          value={leave}
          data={leaveReasons.map((value) => ({ value, label: endReasonLabels[value] }))}
          onChange={({ currentTarget }) => setLeave(currentTarget.value as LeaveReason)}
        />
      )}
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <DateField
          label={what === 'move' ? 'First day there' : 'First day without a cohort'}
          required
          value={onDate}
          onChange={setDay}
        />
        <TextField
          label="Note"
          description="Stays in the history."
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Group>
      {seats > 0 && (
        <Checkbox
          label={`Take ${able === 1 ? 'the student' : 'them'} off ${seats === 1 ? '1 shift' : `${formatNumber(seats)} shifts`} from that day on`}
          description="The next in line get the seats. Undoing the change doesn’t give them back."
          checked={freesSeats}
          onChange={({ currentTarget }) => setFrees(currentTarget.checked)}
        />
      )}
      {after && able > 0 && (
        <Banner kind={fillOf(after).isOver ? 'warning' : 'info'}>
          {`${after.name} will hold ${fillOf(after).words}${fillOf(after).isOver ? ': more than its target' : ''}.`}
        </Banner>
      )}
      {judged && (
        <>
          <Text component="output" size="sm" fw={600}>
            {`${formatNumber(able)} of ${formatNumber(judged.length)} ${what === 'move' ? 'will be moved' : 'will leave their cohort'}`}
            {leftOut > 0 && `, ${leftOut} cannot be`}
          </Text>
          <div>
            <DataTable
              label="Students"
              rows={[...judged]
                .sort((a, b) => Number(a.verdict === 'ok') - Number(b.verdict === 'ok'))
                .slice(0, 200)}
              columns={columns}
              rowKey={({ student_id }) => student_id}
            />
            {judged.length > 200 && (
              <Text size="sm" c="dimmed" p="xs">
                {`And ${judged.length - 200} more.`}
              </Text>
            )}
          </div>
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={what === 'end' ? 'red' : 'evergreen'}
          loading={change.isPending}
          disabled={!isAsked || able === 0 || plan.isFetching}
          onClick={send}
        >
          {what === 'move' ? `Move ${able || ''}` : `Remove ${able || ''}`}
        </Button>
      </Group>
    </Stack>
  )
}

const columns: Column<CheckedMove>[] = [
  { key: 'name', title: 'Student', render: ({ full_name }) => full_name ?? 'Someone else' },
  { key: 'from', title: 'Is in', render: ({ cohort_name }) => cohort_name ?? '—' },
  {
    key: 'verdict',
    title: 'Outcome',
    render: (row) =>
      row.verdict === 'ok' ? (
        `Will be changed${row.shifts_ahead > 0 ? `, ${formatNumber(row.shifts_ahead)} ${row.shifts_ahead === 1 ? 'shift' : 'shifts'} ahead` : ''}`
      ) : (
        <Text span size="sm" c="var(--pw-orange-ink)">
          {verdictWords(row)}
        </Text>
      ),
  },
]
