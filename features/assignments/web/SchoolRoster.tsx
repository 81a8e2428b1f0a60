import { Button, Text } from '@mantine/core'
import { IconCheck, IconClock, IconUserMinus, IconUserPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { askedSeats, takenSeats } from '#core/seat-statuses.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { missingInWords } from '#features/credentials/rules.ts'
import { ClearanceCell } from '#features/credentials/web/public.ts'
import { formatInstant, ownZone } from '#core/plain-date.ts'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { takenWords, waitWords } from '#features/shifts/web/public.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { AssignmentStatus, RosterRow } from '../contract.ts'
import { assigningOutlook, emptyRosterWords, fullBlocker, rosterBlocker, seatLabels } from '../rules.ts'
import { statusesWithoutSeat } from './statuses-without-seat.ts'
import { assignments } from './queries.ts'
import { useDecide, useKeep } from './school-queries.ts'
import { useSeatOffer } from './use-seat-offer.ts'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog), {
  opened: false,
})
const RemoveDialog = lazyDialog(() => import('./RemoveDialog.tsx').then((file) => file.RemoveDialog), {
  row: undefined,
})

/** Who is on a shift, has requested it or is waiting, with the school's actions on each; its instructor reads and assigns. */
export function SchoolRoster({ shift }: { shift: ShiftDetail }): ReactNode {
  const { role } = useMe()
  const isSchool = role !== 'proctor'
  const query = useQuery({
    ...assignments.roster.queryOptions({ input: { shift_id: shift.id } }),
    staleTime: 0,
    refetchOnMount: 'always',
    // While the page is hidden, no live events arrive.
    refetchOnWindowFocus: 'always',
  })
  useSeatOffer(shift)
  const decide = useDecide()
  const keep = useKeep()
  const [isAssigning, setAssigning] = useState(false)
  const [removed, remove] = useState<RosterRow>()
  const [showsAll, showAll] = useState(false)
  const { isOffered, blocker } = assigningOutlook(shift.status)
  const assigning = useActions<ShiftDetail>(
    [
      {
        id: 'assign',
        label: 'Assign students',
        icon: IconUserPlus,
        isOffered: () => isOffered,
        blocker: () => blocker,
        open: () => setAssigning(true),
      },
    ],
    { nameOf: () => 'Roster' },
  )

  const waits = ({ status }: RosterRow) => askedSeats.includes(status)
  const actions = useActions<RosterRow>(
    [
      {
        id: 'assign',
        label: 'Give a seat',
        icon: IconCheck,
        isOffered: waits,
        blocker: () => fullBlocker(shift.status === 'full'),
        // Asks for a reason only if a soft rule blocks the student.
        ask: ([row]) =>
          row!.clearance?.status === 'not_cleared'
            ? {
                title: `Give ${row!.full_name} a seat anyway?`,
                body: `Not cleared for this shift: ${missingInWords(row!.clearance.missing)}.`,
                reason: { label: 'Why override this rule?', isRequired: true },
              }
            : undefined,
        run: ({ id }, { reason, tick }) =>
          decide.mutateAsync({ id, decision: 'assign', reason: reason || null, ...tick }),
        tellsFailure: true,
      },
      {
        id: 'waitlist',
        label: 'Put on the waitlist',
        icon: IconClock,
        isOffered: ({ status }) => status === 'requested',
        run: ({ id }) => decide.mutateAsync({ id, decision: 'waitlist', reason: null }),
        tellsFailure: true,
      },
      {
        id: 'decline',
        label: 'Decline…',
        icon: IconX,
        danger: true,
        isOffered: waits,
        ask: ([row]) => ({
          title: `Decline the request of ${row!.full_name}?`,
          body: 'The student reads your reason.',
          confirmLabel: 'Decline request',
          reason: { label: 'Reason', isRequired: true },
        }),
        run: ({ id }, { reason, tick }) => decide.mutateAsync({ id, decision: 'decline', reason, ...tick }),
      },
      {
        id: 'keep',
        label: 'Keep on the shift…',
        icon: IconCheck,
        isOffered: (row) => Boolean(row.drop_asked_at || row.conflict_at),
        ask: ([row]) => ({
          title: `Keep ${row!.full_name} on the shift?`,
          body: row!.drop_asked_at ? 'The student asked to be taken off.' : 'The student has a conflict.',
          reason: { label: 'Why (the student reads it)', isRequired: true },
        }),
        run: ({ id }, { reason, tick }) => keep.mutateAsync({ id, reason, ...tick }),
      },
      {
        id: 'remove',
        label: 'Take off…',
        icon: IconUserMinus,
        danger: true,
        isOffered: ({ status }) =>
          takenSeats.includes(status) && rosterBlocker({ shift_status: shift.status }) === null,
        open: ([row]) => remove(row),
      },
    ],
    { nameOf },
  )
  return (
    <PageSection
      title="Roster"
      look="flush"
      description={[`${takenWords(shift)} seats taken`, shift.waiting > 0 && waitWords(shift.waiting)]
        .filter(Boolean)
        .join(', ')}
      actions={
        <>
          {!isSchool && shift.seats_taken > 0 && (
            <LinkButton size="sm" variant="default" href={`/proctor/messages?shifts=${shift.id}`}>
              Message students
            </LinkButton>
          )}
          {/* Before it is published, that is the main thing to do; once it is full, no one can be added. */}
          {assigning.buttonsOf(shift, shift.status === 'published' ? 'assign' : undefined, true)}
        </>
      }
    >
      <Loaded query={query} failedTitle="The roster couldn’t be loaded">
        {(rows) => {
          const here = rows.filter(({ status }) => !statusesWithoutSeat.includes(status))
          const line = here.filter(({ status }) => status === 'waitlisted')
          const gone = rows.length - here.length
          return (
            <>
              <DataTable
                label="Roster"
                rows={showsAll ? rows : here}
                // Without notes, their column's room is for the others.
                columns={columnsOf(line).filter(
                  ({ key }) => key !== 'note' || rows.some((row) => notesOf(row)),
                )}
                rowKey={({ id }) => id}
                rowLabel={nameOf}
                rowHref={(row) => `/school/students/${row.student_id}`}
                {...(isSchool && { rowActions: actions.menuOf })}
                empty={{
                  title: isOffered ? 'No students yet' : 'No students',
                  description: emptyRosterWords(shift),
                }}
              />
              {gone > 0 && (
                <Button variant="subtle" color="gray" size="xs" m="xs" onClick={() => showAll(!showsAll)}>
                  {showsAll
                    ? 'Only current students and the waitlist'
                    : `Show ${gone} former ${gone === 1 ? 'student' : 'students'}`}
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
      {actions.dialog}
      <AssignDialog opened={isAssigning} shift={shift} onClose={() => setAssigning(false)} />
      <RemoveDialog row={removed} onClose={() => remove(undefined)} />
    </PageSection>
  )
}

const nameOf = ({ full_name: name }: RosterRow): string => name

const notesOf = (row: RosterRow): string =>
  [
    row.held_at && `On hold since ${formatInstant(row.held_at, ownZone())}: a required credential expired`,
    row.drop_asked_at && `Asks to be taken off: ${row.drop_asked_reason ?? ''}`,
    row.conflict_at && `Has a conflict${row.conflict_note ? `: ${row.conflict_note}` : ''}`,
    row.override_reason && `Rule overridden: ${row.override_reason}`,
    row.note,
    row.reason,
  ]
    .filter(Boolean)
    .join(' · ')

const own: Partial<Record<AssignmentStatus, [state: string, label: string]>> = {
  assigned: ['confirmed', 'Assigned'],
  offered: ['open', 'Offered'],
  checked_in: ['in_progress', 'Checked in'],
  removed: ['cancelled', 'Taken off'],
  dropped: ['withdrawn', 'Dropped'],
  lapsed: ['expired', 'Lapsed'],
}

const columnsOf = (line: readonly RosterRow[]): Column<RosterRow>[] => [
  {
    key: 'name',
    title: 'Student',
    render: (row) => <TwoLines first={row.full_name} second={row.cohort_name} />,
  },
  {
    key: 'state',
    title: 'Status',
    render: (row) => {
      const [state, label] = own[row.status] ?? [row.status, seatLabels[row.status]]
      const position = line.findIndex(({ id }) => id === row.id)
      return <StateBadge state={state} label={position < 0 ? label : `${label}, number ${position + 1}`} />
    },
  },
  {
    key: 'clearance',
    title: 'Clearance',
    render: ({ clearance }) => <ClearanceCell clearance={clearance} />,
  },
  {
    key: 'hours',
    title: 'Semester hours',
    align: 'right',
    render: (row) => formatNumber(row.hours),
  },
  {
    key: 'note',
    title: 'Notes',
    render: (row) =>
      notesOf(row) ? (
        <Text
          size="sm"
          // Wide enough for a word, regardless of the other columns.
          style={{ overflowWrap: 'break-word', minWidth: '9rem' }}
          {...((row.drop_asked_at || row.conflict_at) && { c: 'var(--pw-orange-ink)' })}
        >
          {notesOf(row)}
        </Text>
      ) : (
        '—'
      ),
  },
]
