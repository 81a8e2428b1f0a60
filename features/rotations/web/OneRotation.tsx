import { specialtyLabels } from '#core/specialties.ts'
import { clockRange } from '#core/clock-time.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { studentLevelLabels } from '#features/facilities/rules.ts'
import type { Outcome } from '#features/shifts/contract.ts'
import { experienceLabels } from '#features/shifts/rules.ts'
import {
  ShiftStatusBadge,
  showDoneToast,
  unchangedWords,
  usePublish,
  useSubmit,
} from '#features/shifts/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { toast } from '#ui/toast.ts'
import type { RotationDetail, RotationShift } from '../contract.ts'
import { cancelBlocker, originLabels } from '../rules.ts'
import { rotations, useAlign, useCancelRotation } from './queries.ts'
import { ReleaseBadge, whenOf } from './rotation-words.tsx'

const RotationDrawer = lazyDialog(() => import('./RotationDrawer.tsx').then((m) => m.RotationDrawer), {
  opened: false,
})

type Refused = readonly { message: string | null; date?: string }[]

/** One rotation: its details, its shifts and their differences from it, and its actions. */
export function OneRotation({ id }: { id: string }): ReactNode {
  const query = useQuery(rotations.get.queryOptions({ input: { id } }))
  const [refused, setRefused] = useState<Refused>([])
  const rotation = query.data
  return (
    <Page
      title={rotation?.name ?? 'Rotation'}
      breadcrumbs={[{ label: 'Rotations', href: '/school/rotations' }]}
      description={rotation && `${rotation.unit_label ?? 'On campus'} · ${whenOf(rotation)}`}
      badge={rotation && <ReleaseBadge release={rotation.release} />}
      actions={
        rotation && rotation.release !== 'canceled' && <Actions rotation={rotation} onRefused={setRefused} />
      }
      query={query}
      failedTitle="This rotation couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={2} />}
    >
      {(found) => (
        <>
          <RefusedBanner refused={refused} />
          {found.release === 'canceled' && (
            <Banner kind="info" title="This rotation is canceled">
              {found.cancel_reason}
            </Banner>
          )}
          <Shifts rotation={found} onRefused={setRefused} />
          <Facts rotation={found} />
        </>
      )}
    </Page>
  )
}

/** Shifts that could not be changed as requested, with the reasons. */
function RefusedBanner({ refused }: { refused: Refused }): ReactNode {
  if (refused.length === 0) return null
  return (
    <Banner kind="warning" live title={unchangedWords(refused.length)}>
      <ul>
        {refused.slice(0, 8).map(({ message, date }, at) => (
          <li key={at}>
            {date && `${formatDate(date, 'weekday')}: `}
            {message}
          </li>
        ))}
        {refused.length > 8 && <li>And {refused.length - 8} more.</li>}
      </ul>
    </Banner>
  )
}

type ActionsProps = { rotation: RotationDetail; onRefused: (refused: Refused) => void }

function Actions({ rotation, onRefused }: ActionsProps): ReactNode {
  const cancel = useCancelRotation()
  const [editing, setEditing] = useState(false)
  const wishlists = rotation.wishlists.map(({ status }) => ({ phase: status as 'open' }))
  const blocker = cancelBlocker({ is_canceled: false, wishlists })
  const [ask, dialog] = useAction({
    label: 'Cancel rotation',
    danger: true,
    ask: () => ({
      title: `Cancel ${rotation.name}?`,
      body: 'Its drafts are removed, requests are withdrawn, and approved shifts are canceled. Everyone on them is notified. Shifts that have begun stay.',
      cancelLabel: 'Keep it',
      reason: { label: 'Why', isRequired: true },
    }),
    run: async (_, { reason, tick }) => {
      const { id, version } = rotation
      const { follow_up: followUp } = await cancel.mutateAsync({ id, version, reason, ...tick })
      onRefused(followUp.refused)
    },
    tellsFailure: true,
  })
  return (
    <>
      <Button
        variant="default"
        loading={cancel.isPending}
        disabled={blocker !== null}
        title={blocker ? 'A wishlist offers it' : undefined}
        onClick={() => ask({})}
      >
        Cancel rotation
      </Button>
      <Button variant="default" onClick={() => setEditing(true)}>
        Change
      </Button>
      {dialog}
      <RotationDrawer
        opened={editing}
        rotation={rotation}
        onClose={() => setEditing(false)}
        onDone={(_id, followUp) => {
          setEditing(false)
          onRefused(followUp?.refused ?? [])
        }}
      />
    </>
  )
}

function Facts({ rotation }: { rotation: RotationDetail }): ReactNode {
  const levels = Object.entries(rotation.level_seats).map(
    ([level, most]) => `${studentLevelLabels[level as keyof typeof studentLevelLabels]}: ${most}`,
  )
  const leaders = new Set(rotation.shifts.flatMap((shift) => shift.leader_names))
  return (
    <PageSection title="Details">
      <KeyValue
        items={[
          { label: 'Semester', value: rotation.semester_name },
          { label: 'Course', value: rotation.course_code },
          { label: 'Specialty', value: specialtyLabels[rotation.specialty] },
          { label: 'Kind', value: experienceLabels[rotation.experience_type] },
          { label: 'Seats', value: rotation.seats },
          { label: 'Minimum students', value: rotation.min_seats || 'No minimum' },
          { label: 'Maximum by year', value: levels.join(', ') || 'No limit' },
          {
            label: 'Completed before',
            value: rotation.requires.map((tag) => specialtyLabels[tag]).join(', ') || 'Nothing',
          },
          { label: 'Cohorts', value: rotation.cohorts.join(', ') || 'Every student of the school' },
          { label: 'Instructors', value: [...leaders].join(', ') || 'To be named' },
          {
            label: 'Wishlists',
            value:
              rotation.wishlists.length === 0
                ? 'In none'
                : rotation.wishlists.map(({ id, name }, at) => (
                    <span key={id}>
                      {at > 0 && ', '}
                      <Link href={`/school/wishlists?id=${id}`}>{name}</Link>
                    </span>
                  )),
          },
          { label: 'How it was made', value: originLabels[rotation.origin] },
        ]}
      />
    </PageSection>
  )
}

const lockedOf = (shifts: readonly RotationShift[]) => shifts.map(({ id, version }) => ({ id, version }))

function Shifts({ rotation, onRefused }: ActionsProps): ReactNode {
  const submit = useSubmit()
  const publish = usePublish()
  const align = useAlign()
  const { shifts, differing_count: differing } = rotation
  const drafts = shifts.filter(({ status, is_ahead }) => status === 'draft' && is_ahead)
  const approved = shifts.filter(({ status, is_ahead }) => status === 'approved' && is_ahead)
  const report = (word: string) => (outcomes: Outcome[]) => {
    showDoneToast(outcomes, word)
    const dates = new Map(shifts.map(({ id, date }) => [id, date]))
    onRefused(
      outcomes
        .filter(({ ok }) => !ok)
        .map(({ id, message }) => ({ message, ...(dates.has(id) && { date: dates.get(id)! }) })),
    )
  }
  const [bring, dialog] = useAction({
    label: 'Bring in line',
    ask: () => ({
      title: differing === 1 ? 'Bring this shift in line?' : `Bring ${differing} shifts in line?`,
      body: 'They’ll match the rotation. Changes to approved shifts go to the facility first.',
      reason: { label: 'Why', isRequired: true },
    }),
    run: async (_, { reason, tick }) => {
      const { id, version } = rotation
      const { follow_up: followUp } = await align.mutateAsync({ id, version, reason, ...tick })
      onRefused(followUp.refused)
      if (followUp.changed > 0) toast.success('Shifts brought in line')
      else if (followUp.refused.length === 0)
        toast.success(
          'Nothing to change: moved shifts keep their day, and the facility was already asked about the rest',
        )
    },
    tellsFailure: true,
  })
  return (
    <PageSection
      title="Shifts"
      look="flush"
      {...(differing > 0 && {
        description: `${differing === 1 ? '1 doesn’t' : `${differing} don’t`} match the rotation.`,
      })}
      actions={
        <>
          {differing > 0 && (
            <Button variant="default" loading={align.isPending} onClick={() => bring({})}>
              Bring in line
            </Button>
          )}
          {approved.length > 0 && (
            <Button
              variant="default"
              loading={publish.isPending}
              onClick={() =>
                publish.mutate(
                  { shifts: lockedOf(approved), to_be_named: true },
                  { onSuccess: report('published') },
                )
              }
            >
              Publish {approved.length}
            </Button>
          )}
          {drafts.length > 0 && (
            <Button
              loading={submit.isPending}
              onClick={() => submit.mutate({ shifts: lockedOf(drafts) }, { onSuccess: report('submitted') })}
            >
              Submit {drafts.length} {drafts.length === 1 ? 'draft' : 'drafts'}
            </Button>
          )}
        </>
      }
    >
      {dialog}
      {shifts.length === 0 ? <p>It has no shifts.</p> : <ShiftRows shifts={shifts} />}
    </PageSection>
  )
}

const columns: readonly Column<RotationShift>[] = [
  { key: 'date', title: 'Day', render: ({ date }) => formatDate(date, 'weekday') },
  { key: 'hours', title: 'Hours', render: (shift) => `${clockRange(shift.start_time, shift.end_time)}` },
  { key: 'status', title: 'Status', render: ({ status }) => <ShiftStatusBadge status={status} /> },
  {
    key: 'seats',
    title: 'Seats',
    align: 'right',
    render: (shift) => `${shift.seats_taken} of ${shift.seats}`,
  },
  {
    key: 'instructor',
    title: 'Instructor',
    render: (shift) => shift.leader_names.join(', ') || '—',
    phone: 'hide',
  },
]
const differs: Column<RotationShift> = {
  key: 'differs',
  title: 'Differs',
  render: (shift) => shift.differs.join(', ') || '—',
}

function ShiftRows({ shifts }: { shifts: readonly RotationShift[] }): ReactNode {
  const isSame = shifts.every((shift) => shift.differs.length === 0)
  return (
    <DataTable
      label="Shifts"
      rows={shifts}
      columns={isSame ? columns : [...columns, differs]}
      rowKey={({ id }) => id}
      rowLabel={({ date }) => formatDate(date, 'weekday')}
      rowHref={({ id }) => `/shift/${id}`}
    />
  )
}
