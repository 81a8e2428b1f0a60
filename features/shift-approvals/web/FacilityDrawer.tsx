import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconMessageQuestion, IconReplace, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { WaiveOnRoster } from '#features/credentials/web/public.ts'
import { FacilityRoster } from '#features/privacy/web/public.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ShiftDetail, ShiftRow, UnitOfFacility } from '#features/shifts/contract.ts'
import {
  declineLabels,
  effectiveSeats,
  experienceLabels,
  leaderNames,
  nextStepTexts,
} from '#features/shifts/rules.ts'
import {
  type ShiftAction,
  isDangerous,
  endOfChange,
  labelOfAction,
  Differences,
  useShift,
  SeatLimits,
  ShiftTrail,
  ShiftStatusBadge,
  instantWords,
  nameOf,
  facilityLabel,
  whenWords,
  useShiftActions,
  ProposalDialog,
} from '#features/shifts/web/public.ts'
import { moveBy, moveBlocker, seatsOf } from './facility-moves.ts'

interface FacilityDrawerProps {
  id: string
  units: readonly UnitOfFacility[]
  shifts: readonly ShiftRow[]
  today: string
  onClose: () => void
}

/** One shift next to the board: its details, what limits its seats, and every answer to it. */
export function FacilityDrawer({ id, onClose, ...known }: FacilityDrawerProps): ReactNode {
  const query = useShift(id)
  return (
    <Drawer
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="34rem"
      title={query.data ? nameOf(query.data) : 'Shift'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={8} />}
        failedTitle="This shift couldn’t be loaded"
      >
        {(shift) => <Details key={shift.id} shift={shift} {...known} />}
      </Loaded>
    </Drawer>
  )
}

type DetailsProps = Omit<FacilityDrawerProps, 'id' | 'onClose'> & { shift: ShiftDetail }

/** In the order in which a coordinator considers them. */
const answers: { action: ShiftAction; icon?: typeof IconCheck }[] = [
  { action: 'approve', icon: IconCheck },
  { action: 'ask', icon: IconMessageQuestion },
  { action: 'decline', icon: IconX },
]
/** Actions that end or postpone an agreed shift: in the menu, so that they don't look like the next step. */
const ending = ['postpone', 'cancel'] as const satisfies readonly ShiftAction[]

const waiveOf = (row: ComponentProps<typeof WaiveOnRoster>['student']) => <WaiveOnRoster student={row} />

function Details({ shift, units, shifts, today }: DetailsProps): ReactNode {
  const { may, ask, dialog, party } = useShiftActions()
  const [isProposing, setProposing] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const { menu } = useActions<ShiftDetail>(
    ending.map((action) => ({
      id: action,
      label: `${labelOfAction(action)}…`,
      danger: true,
      isOffered: (row) => may(action, row),
      open: ([row]) => ask(action, [row!]),
    })),
    { nameOf },
  )
  const possible = answers.filter(({ action }) => may(action, shift))
  const by = moveBy(shift.status)
  const mayMove = party === 'facility' && by !== null
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-start">
        <ShiftStatusBadge status={shift.status} />
        <Text style={{ flex: '1 1 220px' }}>{nextStepTexts[shift.status].facility}</Text>
      </Group>
      {shift.change && <Change shift={shift} onAnswer={(action) => ask(action, [shift])} />}
      {shift.counter && (
        <Banner kind="info" title="You suggested">
          <Differences shift={shift} proposal={shift.counter} />
        </Banner>
      )}
      <Group gap="xs">
        {possible.map(({ action, icon: Mark }) => (
          <Button
            key={action}
            size="sm"
            variant={action === 'approve' ? 'filled' : 'default'}
            {...(isDangerous(action) && { c: 'var(--pw-red-ink)' })}
            leftSection={Mark && <Mark size={16} aria-hidden />}
            onClick={() => ask(action, [shift])}
          >
            {labelOfAction(action)}…
          </Button>
        ))}
        {mayMove && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconReplace size={16} aria-hidden />}
            onClick={() => setProposing(true)}
          >
            {by === 'counter' ? 'Suggest a change…' : 'Request a change…'}
          </Button>
        )}
        {menu(shift)}
      </Group>
      {shift.status_reason && (
        <Banner kind="info" title={shift.status === 'needs_info' ? 'You asked' : 'Note'}>
          {shift.status_reason}
        </Banner>
      )}
      <KeyValue
        items={[
          { label: 'School', value: shift.school_name },
          { label: 'When', value: whenWords(shift) },
          { label: 'Where', value: facilityLabel(shift) },
          { label: 'Kind', value: experienceLabels[shift.experience_type] },
          {
            label: 'Seats',
            value: `${shift.capacity} requested${shift.approved_capacity === null ? '' : `, ${shift.approved_capacity} approved, ${shift.seats_taken} taken`}`,
          },
          {
            label: 'Instructor',
            value: leaderNames(shift) ?? (shift.instructor_to_be_named ? 'To be named' : null),
          },
          { label: 'Course', value: shift.course_code },
          {
            label: 'Requested on',
            value: shift.submitted_at && instantWords(shift.submitted_at, shift.time_zone),
          },
          {
            label: 'Answer by',
            value:
              shift.status === 'pending_facility' &&
              shift.respond_by &&
              instantWords(shift.respond_by, shift.time_zone),
          },
          { label: 'Why so late', value: shift.lead_time_reason },
          { label: 'Declined because', value: shift.decision_code && declineLabels[shift.decision_code] },
        ]
          .filter(({ value }) => value)
          .map((fact) => ({ ...fact, value: fact.value || null }))}
      />
      {shift.limits.length > 0 && (
        <PageSection look="plain" title="Seat limits" titleOrder={3}>
          {(effectiveSeats(shift.limits)?.seats ?? 0) < seatsOf(shift) && (
            <Banner kind="warning">{`There is no room for all ${seatsOf(shift)} seats.`}</Banner>
          )}
          <SeatLimits limits={shift.limits} />
        </PageSection>
      )}
      <PageSection look="plain" title="Students" titleOrder={3}>
        {isLooking ? (
          <FacilityRoster shiftId={shift.id} action={waiveOf} />
        ) : (
          <Group>
            <Button variant="default" size="sm" onClick={() => setLooking(true)}>
              Show who comes
            </Button>
            <Text size="sm" c="dimmed">
              {shift.seats_taken === 1 ? '1 student' : `${shift.seats_taken} students`} so far. Each view of a
              name is logged.
            </Text>
          </Group>
        )}
      </PageSection>
      <PageSection look="plain" title="History" titleOrder={3}>
        <ShiftTrail id={shift.id} />
      </PageSection>
      <LinkButton variant="default" href={`/shift/${shift.id}`}>
        Open its page
      </LinkButton>
      {dialog}
      <ProposalDialog
        what={isProposing ? (by ?? undefined) : undefined}
        shift={shift}
        party={party ?? 'facility'}
        refusalOf={(proposal) => moveBlocker(shift, proposal, { units, shifts, today })}
        onClose={() => setProposing(false)}
      />
    </Stack>
  )
}

function Change({
  shift,
  onAnswer,
}: {
  shift: ShiftDetail
  onAnswer: (action: ShiftAction) => void
}): ReactNode {
  const { change } = shift
  if (!change) return null
  const isTheirs = change.party === 'school'
  return (
    <Banner
      kind="warning"
      title={isTheirs ? `${shift.school_name} asks to move it` : 'You asked the school to move it'}
      action={
        <Group gap="xs">
          {isTheirs && (
            <Button size="xs" onClick={() => onAnswer('accept_change')}>
              Agree…
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => onAnswer(endOfChange(change, shift.party))}>
            {isTheirs ? 'Decline…' : 'Take it back…'}
          </Button>
        </Group>
      }
    >
      <Differences shift={shift} proposal={change} />
      {change.reason}
    </Banner>
  )
}
