import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { distanceText } from '#core/distance-text.ts'
import { clockRange, wallTime } from '#core/clock-time.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { useOfflineQueue } from '#platform/web/waiting-actions.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { OwnAttendance } from '../contract.ts'
import { attendanceLabels, minutesMissed, nextCheckInAction } from '../rules.ts'
import classes from './CheckIn.module.css'
import { CheckInForm } from './CheckInForm.tsx'
import { type CheckInAction, useCheckInAction } from './check-in-actions.ts'
import type { Leaving } from './LateCheckOut.tsx'
import { attendance, todayQuery } from './queries.ts'
import { dayAndTimeOf, timeOf } from './times.ts'
import { useNow } from '#ui/use-now.ts'

// Few students check out late, and the first page has no other text area.
const loadLateCheckOut = () => import('./LateCheckOut.tsx')
const LateCheckOut = lazy(() =>
  loadLateCheckOut().then(
    (file) => ({ default: file.LateCheckOut }),
    // The page stays, with what waits to be sent.
    () => ({ default: NoLateCheckOut }),
  ),
)

/** Check-in on the page of a shift; renders nothing without a seat. */
export function ShiftCheckIn({ shiftId }: { shiftId: string }): ReactNode {
  const query = useQuery({ ...attendance.mine.queryOptions({ input: { shift_id: shiftId } }), staleTime: 0 })
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Your attendance couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  return (query.data ?? []).map((record) => (
    <PageSection key={record.id} title="Check-in">
      <CheckInPanel record={record} />
    </PageSection>
  ))
}

/** Today's check-in on the student's first page, shown only while there is something to do. */
export function CheckInToday(): ReactNode {
  const query = useQuery(todayQuery)
  const now = useNow(10_000)
  const due = (query.data ?? []).filter((record) =>
    ['check_in', 'stay', 'check_out'].includes(nextCheckInAction(record, now)),
  )
  return due.map((record) => (
    <PageSection
      key={record.id}
      title={record.status === 'checked_in' ? 'You are on a shift' : 'Check in to your shift'}
      description={
        <>
          <Link href={`/shift/${record.shift_id}`}>{record.location}</Link>
          {`, ${clockRange(wallTime(record.starts_at, record.time_zone), wallTime(record.ends_at, record.time_zone))}`}
        </>
      }
    >
      <CheckInPanel record={record} />
    </PageSection>
  ))
}

/** A student's attendance at one shift, with its buttons. */
function CheckInPanel({ record }: { record: OwnAttendance }): ReactNode {
  const me = useMe()
  const client = useQueryClient()
  const now = useNow(10_000)
  const press = useCheckInAction()
  const [refused, setRefused] = useState<Refused>()
  const waits = useOfflineQueue().filter(
    ({ variables }) => (variables as Partial<CheckInAction>).id === record.id,
  )
  const next = nextCheckInAction(record, now)
  const mayBeLate = next === 'check_in' || next === 'check_out'
  // Before there is no connection: a late check-out waits like any other.
  useEffect(() => {
    if (mayBeLate) void loadLateCheckOut().catch(() => {})
  }, [mayBeLate])

  function send(what: Partial<CheckInAction> & Pick<CheckInAction, 'kind'>, label: string): void {
    setRefused(undefined)
    const pressed = {
      id: record.id,
      pressedAt: new Date().toISOString(),
      key: crypto.randomUUID(),
      pressedBy: me.id,
      label: `${label}: ${record.location}`,
    }
    press.mutateAsync({ ...pressed, ...what } as CheckInAction).catch((error: unknown) =>
      setRefused({
        message: messageOf(error),
        isOutside: outside.has(refusalOf(error)?.code),
        typed: ('reason' in what && what.reason) || undefined,
        kind: what.kind,
      }),
    )
  }
  // Why someone is not at the site is no reason for an absence.
  const typedFor = (kind: CheckInAction['kind']) => (refused?.kind === kind ? refused.typed : undefined)
  const [callOut, dialog] = useAction({
    label: 'Report absence',
    danger: true,
    ask: () => ({
      title: 'Report an absence?',
      body: 'Your instructor and your school are notified at once. They decide whether it is excused.',
      cancelLabel: 'I’m coming',
      reason: { label: 'Why can’t you come?', isRequired: true, initial: typedFor('call_out') },
    }),
    // Not waited for: without a connection there is no answer, and a refusal is shown next to the button.
    run: async (_, { reason, tick }) =>
      send({ kind: 'call_out', isComing: false, reason, tick }, 'Report absence'),
  })

  return (
    <div className={classes.panel}>
      <Status record={record} now={now} />
      {refused && <Banner kind="warning" live title={refused.message} />}
      {waits.map(({ label, cancel }) => (
        <Group key={label} gap={6}>
          <IconCloudOff size={18} aria-hidden />
          <Text
            size="sm"
            flex="1 1 0"
            miw={120}
          >{`Waiting to be sent: ${label}. The time you tapped counts.`}</Text>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Cancel: ${label}`}
            onClick={() => {
              cancel(client)
              press.reset()
            }}
          >
            Cancel
          </Button>
        </Group>
      ))}
      {next === 'check_in' && (
        <CheckInForm
          record={record}
          now={now}
          isBusy={press.isPending}
          isOutside={refused?.isOutside === true}
          typed={typedFor('check_in')}
          onRefused={(message) => setRefused({ message, isOutside: false })}
          onSend={(proof) => send({ kind: 'check_in', code: null, location: null, ...proof }, 'Check in')}
        />
      )}
      {(next === 'check_out' || (waits.length > 0 && next === 'check_in' && now >= record.starts_at)) && (
        <CheckOutForm
          record={record}
          now={now}
          isBusy={press.isPending && waits.length === 0}
          onSend={(leaving) => send({ kind: 'check_out', ...leaving }, 'Check out')}
        />
      )}
      {next === 'come' && (
        <Button
          variant="default"
          onClick={() => send({ kind: 'call_out', isComing: true, reason: '' }, 'Coming after all')}
        >
          I’m coming after all
        </Button>
      )}
      {(next === 'wait' || next === 'check_in') && (
        <Button variant="subtle" color="gray" onClick={() => callOut({})}>
          Report an absence
        </Button>
      )}
      {dialog}
    </div>
  )
}

function Status({ record, now }: { record: OwnAttendance; now: string }): ReactNode {
  const time = (instant: string) => timeOf(instant, record.time_zone)
  const facts = [
    record.check_in_at && `In ${time(record.check_in_at)}`,
    record.check_out_at && `Out ${time(record.check_out_at)}`,
    record.is_late && `${record.late_min} min late`,
    record.left_early_min > 0 && record.status === 'completed' && `${record.left_early_min} min early`,
    record.check_in_offline && 'checked in without a connection',
    record.is_inside === false && `${distanceText(record.distance_m ?? 0)} from the site`,
    record.absence_reason,
    record.status === 'checked_in' &&
      now < record.starts_at &&
      `Check-out opens ${dayAndTimeOf(record.starts_at, record.time_zone, now)}`,
  ].filter(Boolean)
  const isWaiting = record.status === 'expected'
  return (
    <Group gap="xs">
      {isWaiting ? (
        <Text size="sm">
          {now >= record.opens_at
            ? record.ends_at < now
              ? 'This shift is over. Ask your instructor if you were there.'
              : 'Check-in is open.'
            : `Check-in opens ${dayAndTimeOf(record.opens_at, record.time_zone, now)}.`}
        </Text>
      ) : (
        <StateBadge state={badgeOf[record.status] ?? record.status} label={attendanceLabels[record.status]} />
      )}
      {facts.length > 0 && <Text size="sm">{facts.join(' · ')}</Text>}
    </Group>
  )
}

const badgeOf: Partial<Record<OwnAttendance['status'], string>> = {
  checked_in: 'in_progress',
  called_out: 'returned',
  no_show_proposed: 'overdue',
  absent_excused: 'withdrawn',
  absent_unexcused: 'missing',
}

/** Why a press was refused; from outside the site it can be sent again with a reason. */
type Refused = {
  message: string
  isOutside: boolean
  typed?: string | undefined
  kind?: CheckInAction['kind']
}

const outside: ReadonlySet<unknown> = new Set(['attendance.outside', 'attendance.location_imprecise'])

function CheckOutForm({
  record,
  now,
  isBusy,
  onSend,
}: {
  record: OwnAttendance
  now: string
  isBusy: boolean
  onSend: (leaving: Leaving) => void
}): ReactNode {
  const [isAsked, ask] = useState(false)
  const isForgotten = now > record.check_out_until
  const early = minutesMissed(record, { check_in_at: null, check_out_at: now }).left_early_min
  const leave = () => onSend({ leftAt: null, reason: null })
  const isLeaving = isAsked || isBusy
  if (early > 0)
    return (
      // Not a dialog, which would have to be loaded: it is asked without a connection too.
      <>
        <Text size="sm" component="output">
          {isLeaving &&
            `This shift ends at ${timeOf(record.ends_at, record.time_zone)}. Check out ${early} min early? Only your instructor can undo it.`}
        </Text>
        <Group gap="xs" grow>
          {/* One button keeps the focus, and a second tap on it does not check out. */}
          <Button size="md" variant="default" disabled={isBusy} onClick={() => ask(!isLeaving)}>
            {isLeaving ? 'Stay checked in' : 'Check out'}
          </Button>
          {isLeaving && (
            <Button size="md" loading={isBusy} onClick={leave}>
              Check out
            </Button>
          )}
        </Group>
      </>
    )
  if (!isForgotten)
    return (
      <Button size="md" loading={isBusy} onClick={leave}>
        Check out
      </Button>
    )
  return (
    <Suspense fallback={null}>
      <LateCheckOut record={record} isBusy={isBusy} onSend={onSend} />
    </Suspense>
  )
}

const NoLateCheckOut = (): ReactNode => (
  <Banner
    kind="warning"
    title="Checking out late needs a connection. Reload this page when you have one again."
  />
)
