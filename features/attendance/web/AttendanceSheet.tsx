import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { distanceText } from '#core/distance-text.ts'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { unclosedStates, type ShiftStatus } from '#core/shift-statuses.ts'
import { featureApi } from '#platform/web/api.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import type { AttendanceRow, Mark } from '../contract.ts'
import { absences, attendanceLabels, instantOnShift } from '../rules.ts'
import classes from './AttendanceSheet.module.css'
import { CheckInCode } from './CheckInCode.tsx'
import { attendance } from './queries.ts'
import { dayAndTimeOf, timeOf, timeToOffer } from './times.ts'
import { useNow } from '#ui/use-now.ts'

type Shift = { id: string; status: ShiftStatus; starts_at: string; ends_at: string; time_zone: string }
type Marking = { row: AttendanceRow; mark: Mark; at?: string; reason?: string | undefined }
type Send = (rows: Marking[], tick?: NoPatientNamed) => Promise<unknown>

const touches = [
  attendance.key(),
  featureApi<Record<string, never>>('assignments').key(),
  featureApi<Record<string, never>>('shifts').key(),
]
const open = (row: AttendanceRow) => ['expected', 'no_show_proposed'].includes(row.status)
const isProposed = (row: AttendanceRow) => row.status === 'no_show_proposed'

/** Attendance of a shift for its instructor and the school: everyone is present by default but proposed no-shows, exceptions are tapped (Domain 3.6). */
export function AttendanceSheet({ shift }: { shift: Shift }): ReactNode {
  const isRunning = unclosedStates.includes(shift.status)
  const query = useQuery({
    ...attendance.forShift.queryOptions({ input: { shift_id: shift.id } }),
    enabled: isRunning,
    staleTime: 0,
    refetchInterval: 60_000,
  })
  if (!isRunning) return null
  return (
    <PageSection title="Attendance">
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={4} />}
        failedTitle="The attendance couldn’t be loaded"
        empty={{
          compact: true,
          titleOrder: 3,
          title: 'No students yet',
          description: 'Students with a seat are listed here.',
        }}
      >
        {({ rows, opens_at: opensAt, no_show_at: noShowAt }) => (
          <Sheet shift={shift} rows={rows} opensAt={opensAt} noShowAt={noShowAt} />
        )}
      </Loaded>
    </PageSection>
  )
}

function Sheet({
  shift,
  rows,
  opensAt,
  noShowAt,
}: {
  shift: Shift
  rows: AttendanceRow[]
  opensAt: string
  noShowAt: string
}): ReactNode {
  const now = useNow(10_000)
  const save = useMutation({
    ...attendance.mark.mutationOptions(),
    meta: { done: 'Attendance saved', failed: 'Attendance was not saved', touches },
  })
  // A no-show that is proposed while the sheet is open is away too, unless someone tapped the student.
  const [tapped, setTapped] = useState<Readonly<Record<string, boolean>>>({})
  const isAway = (row: AttendanceRow) => tapped[row.id] ?? isProposed(row)
  const isOpen = now >= opensAt
  const undecided = rows.filter(open)
  const here = rows.filter(({ status }) => status === 'checked_in')
  const missing = undecided.filter(isAway)
  const send: Send = (marks, tick) =>
    save.mutateAsync({
      ...tick,
      shift_id: shift.id,
      rows: marks.map(({ row, mark, at, reason }) => ({
        id: row.id,
        version: row.version,
        mark,
        at: at ?? null,
        reason: reason ?? null,
      })),
    })
  // The mutation reports errors.
  const sendNow = (marks: Marking[]) => void send(marks).catch(() => {})
  const saveAll = () =>
    sendNow(
      undecided.map((row) => ({
        row,
        mark: !isAway(row) ? 'present' : isProposed(row) ? 'no_show' : 'absent_unexcused',
      })),
    )
  return (
    <>
      {isOpen && now <= shift.ends_at && <CheckInCode shiftId={shift.id} />}
      {!isOpen && (
        <Text size="sm">{`Check-in opens ${dayAndTimeOf(opensAt, shift.time_zone, now)}. Until then you can record absences.`}</Text>
      )}
      <ul className={classes.rows} aria-label="Attendance">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            shift={shift}
            now={now}
            isAway={isAway(row)}
            isOpen={isOpen}
            canBeNoShow={now >= noShowAt}
            onToggle={() => setTapped({ ...tapped, [row.id]: !isAway(row) })}
            send={send}
          />
        ))}
      </ul>
      {isOpen && undecided.length > 0 && (
        <div className={classes.save} data-sticky>
          <Text size="sm" c="dimmed" mb={4}>
            Not saved yet. Tap a student who is absent.
          </Text>
          <Button
            fullWidth
            size="md"
            variant={now >= shift.starts_at ? 'filled' : 'default'}
            loading={save.isPending}
            onClick={saveAll}
          >
            {`Save: ${undecided.length - missing.length} present${missing.length > 0 ? `, ${missing.length} absent` : ''}`}
          </Button>
        </div>
      )}
      {undecided.length === 0 && here.length > 0 && now >= shift.starts_at && (
        <div className={classes.save} data-sticky>
          <Button
            fullWidth
            size="md"
            variant={now >= shift.ends_at ? 'filled' : 'default'}
            loading={save.isPending}
            onClick={() => sendNow(here.map((row) => ({ row, mark: 'left' })))}
          >
            {`Check out ${here.length === 1 ? '1 student' : `all ${here.length}`}`}
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = {
  row: AttendanceRow
  shift: Shift
  now: string
  isAway: boolean
  isOpen: boolean
  canBeNoShow: boolean
  onToggle: () => void
  send: Send
}

function Row({ row, shift, now, isAway, isOpen, canBeNoShow, onToggle, send }: RowProps): ReactNode {
  const [edited, edit] = useState<'came' | 'left'>()
  const actions = useActions(
    actionsOf({ isOpen, hasBegun: now >= shift.starts_at, canBeNoShow }, send, edit),
    {
      nameOf: ({ full_name: name }) => name,
    },
  )
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        {row.full_name}
        <span className={classes.facts}>{factsOf(row, shift.time_zone)}</span>
      </span>
      {isOpen && open(row) ? (
        <Button
          variant="default"
          size="md"
          miw={104}
          color={isAway ? 'red' : undefined}
          aria-pressed={!isAway}
          aria-label={`${row.full_name}: ${isAway ? 'absent' : 'present'}`}
          onClick={onToggle}
        >
          {isAway ? 'Absent' : 'Present'}
        </Button>
      ) : (
        <StateBadge state={looks[row.status]} label={attendanceLabels[row.status]} />
      )}
      {row.posted_at === null && actions.menu(row)}
      {actions.dialog}
      {edited && (
        <TimeForm
          label={edited === 'came' ? 'Arrived at' : 'Left at'}
          name={row.full_name}
          initial={timeToOffer(edited === 'came' ? row.check_in_at : row.check_out_at, shift, now)}
          onCancel={() => edit(undefined)}
          onSave={(time) => {
            // After a refusal the typed time stays.
            void send([
              { row, mark: edited === 'came' ? 'present' : 'left', at: instantOnShift(time, shift) },
            ]).then(
              () => edit(undefined),
              () => {},
            )
          }}
        />
      )}
    </li>
  )
}

function TimeForm({
  label,
  name,
  initial,
  onSave,
  onCancel,
}: {
  label: string
  name: string
  initial: string
  onSave: (time: string) => void
  onCancel: () => void
}): ReactNode {
  const [time, setTime] = useState(initial)
  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(time)
      }}
    >
      <TimeField
        label={label}
        aria-label={`${name}: ${label.toLowerCase()}`}
        value={time}
        onChange={setTime}
        required
      />
      <Group gap="xs">
        <Button type="submit">Save time</Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

const looks: Record<AttendanceRow['status'], string> = {
  expected: 'open',
  called_out: 'returned',
  checked_in: 'in_progress',
  completed: 'completed',
  no_show_proposed: 'overdue',
  no_show: 'no_show',
  absent_excused: 'withdrawn',
  absent_unexcused: 'missing',
}

/** What an instructor should see of a record: times, what is unusual, and why. */
function factsOf(row: AttendanceRow, zone: string): string {
  const pressed = row.check_in_pressed_at
  return [
    row.status === 'no_show_proposed' && 'has not checked in',
    row.check_in_at && `in ${timeOf(row.check_in_at, zone)}`,
    row.check_out_at && `out ${timeOf(row.check_out_at, zone)}`,
    row.is_late && `${row.late_min} min late`,
    row.status === 'completed' && row.left_early_min > 0 && `${row.left_early_min} min early`,
    row.check_in_offline &&
      row.check_in_received_at &&
      `sent ${timeOf(row.check_in_received_at, zone)}, was offline`,
    pressed && row.check_in_at !== pressed && `pressed ${timeOf(pressed, zone)}`,
    row.is_inside === false &&
      `${distanceText(row.distance_m ?? 0)} from the site${row.check_in_reason ? `: ${row.check_in_reason}` : ''}`,
    row.check_out_reason && `late check-out: ${row.check_out_reason}`,
    row.absence_reason,
  ]
    .filter(Boolean)
    .join(' · ')
}

const isHere = ({ status }: AttendanceRow) => status === 'checked_in' || status === 'completed'
const isAbsent = ({ status }: AttendanceRow) => absences.includes(status)

function actionsOf(
  { isOpen, hasBegun, canBeNoShow }: Pick<RowProps, 'isOpen' | 'canBeNoShow'> & { hasBegun: boolean },
  send: Send,
  edit: (what: 'came' | 'left') => void,
): Action<AttendanceRow>[] {
  const to = (
    label: string,
    mark: Mark,
    isOffered: (row: AttendanceRow) => boolean,
    danger = false,
  ): Action<AttendanceRow> => ({
    id: mark,
    label,
    danger,
    isOffered,
    run: (row) => send([{ row, mark }]),
    tellsFailure: true,
  })
  const absent = (label: string, mark: Mark): Action<AttendanceRow> => ({
    id: mark,
    label: `${label}…`,
    isOffered: (row) => !isHere(row) && row.status !== mark,
    ask: ([row]) => ({
      title: `${row!.full_name}: ${label.toLowerCase()}?`,
      body: 'The student is notified and reads the reason.',
      confirmLabel: 'Record absence',
      reason: { label: 'Reason', isRequired: mark === 'absent_excused', minLength: 1 },
    }),
    run: (row, { reason, tick }) => send([{ row, mark, reason: reason || undefined }], tick),
  })
  const time = (
    id: string,
    label: string,
    what: 'came' | 'left',
    isOffered: (row: AttendanceRow) => boolean,
  ): Action<AttendanceRow> => ({
    id,
    label,
    isOffered,
    open: () => edit(what),
  })
  return [
    time('arrival', 'Change arrival…', 'came', isHere),
    time('departure', 'Change departure…', 'left', ({ status }) => status === 'completed'),
    time('early', 'Left early…', 'left', ({ status }) => hasBegun && status === 'checked_in'),
    to('Still here', 'still_here', ({ status }) => status === 'completed'),
    { ...to('Undo check-in', 'expected', ({ status }) => status === 'checked_in', true), id: 'undo' },
    to('Present', 'present', (row) => isOpen && !isHere(row)),
    time('late', 'Arrived late…', 'came', (row) => isOpen && !isHere(row)),
    absent('Absent, excused', 'absent_excused'),
    absent('Absent, unexcused', 'absent_unexcused'),
    to('No-show', 'no_show', (row) => !isHere(row) && canBeNoShow && open(row), true),
    to('Undo absence', 'expected', (row) => isAbsent(row) || row.status === 'called_out'),
  ]
}
