import { agreedStates, begunStates, editableStates, endStates, upcomingStates } from '#core/shift-statuses.ts'
import { specialtyLabels } from '#core/specialties.ts'
import { Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  IconArrowsExchange,
  IconCalendarOff,
  IconCalendarX,
  IconClockEdit,
  IconCopy,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlayerPause,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { Role } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { ShiftClearance } from '#features/credentials/web/public.ts'
import { AttendanceSheet, ShiftCheckIn } from '#features/attendance/web/public.ts'
import { FacilityRoster } from '#features/privacy/web/public.ts'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import {
  cancelLabels,
  declineLabels,
  experienceLabels,
  instructorNames,
  mayMove,
  nextStepOf,
  clockChangeNote,
  preceptorNames,
  preceptorsOf,
  signupLabels,
} from '#features/shifts/rules.ts'
import { ShiftEvaluations } from '#features/evaluations/web/public.ts'
import {
  CorrectHoursDialog,
  FacilityIncidents,
  ShiftIncidents,
  ShiftReport,
} from '#features/shift-reports/web/public.ts'
import {
  type ShiftAction,
  isDangerous,
  endOfChange,
  labelOfAction,
  Differences,
  hoursWords,
  instantWords,
  nameOf,
  facilityLabel,
  ProposalDialog,
  RequestInstead,
  SeatLimits,
  ShiftDrawer,
  ShiftStatusBadge,
  ShiftTrail,
  useCloneShift,
  useShiftActions,
  useShift,
  whenWords,
  zoneWords,
} from '#features/shifts/web/public.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Link, useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { isClearanceAsked } from '../rules.ts'
import classes from './ShiftScreen.module.css'
import { OwnEvaluations, StudentSeat } from './StudentSeat.tsx'

// Parts that only the school and the instructor see are loaded separately.
const rosterParts = lazyParts(() => import('./SchoolRoster.tsx'))
const SchoolRoster = rosterParts.part((file) => file.SchoolRoster)

/** One shift, for everyone it concerns: its status, the next step, its facts, who is coming, and its history (Spec §2). */
export function ShiftScreen(): ReactNode {
  const { id = '' } = useParams({ from: '/_app/shift/$id' })
  const me = useMe()
  const query = useShift(id)
  const shift = query.data
  const isStudent = me.role === 'student'
  const isReader = isStudent || me.role === 'proctor'
  // During the shift, attendance comes before evaluations.
  const isLeadingNow = me.role === 'proctor' && shift?.status === 'in_progress'
  const way = wayOf(me.role)
  const sheet = (of: ShiftDetail) => (
    <Suspense fallback={<Skeletons shape="table" />}>
      <AttendanceSheet shift={of} />
    </Suspense>
  )
  const details = (of: ShiftDetail) => (
    <>
      {isReader && <Arrival shift={of} />}
      <Facts shift={of} isReader={isReader} isStudent={isStudent} />
      {!isReader && <Arrival shift={of} />}
    </>
  )
  if (!shift && isRefusal(query.error))
    return (
      <Page title="Shift" breadcrumbs={[way]}>
        <EmptyState
          icon={IconCalendarOff}
          title={messageOf(query.error)}
          description="It was removed, or you don’t have access to it."
          action={<LinkButton href={way.href}>{way.label}</LinkButton>}
        />
      </Page>
    )
  return (
    <Page
      title={shift ? nameOf(shift) : 'Shift'}
      // Students have no use for published or full: their own seat's badge tells them more.
      badge={
        shift &&
        !(isStudent && upcomingStates.includes(shift.status)) && <ShiftStatusBadge status={shift.status} />
      }
      description={
        shift && `${whenWords(shift, zoneWords(shift.time_zone, shift.starts_at))} · ${facilityLabel(shift)}`
      }
      breadcrumbs={[way]}
      width="wide"
      query={query}
      failedTitle="This shift couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={3} />}
    >
      {(detail) => (
        <>
          <Standing shift={detail} />
          <div className={classes.columns}>
            <div className={classes.main}>
              {isStudent && !isNear(detail) && details(detail)}
              <Suspense fallback={null}>{isStudent && <ShiftCheckIn shiftId={detail.id} />}</Suspense>
              {isStudent && <StudentSeat shift={detail} />}
              <Suspense fallback={null}>
                {isStudent && isClearanceAsked(detail) && <ShiftClearance shiftId={detail.id} />}
              </Suspense>
              <Suspense fallback={null}>
                {isReader && !isLeadingNow && <OwnEvaluations shift={detail} />}
              </Suspense>
              {(detail.party === 'school' || detail.party === 'platform' || me.role === 'proctor') && (
                <>
                  <ShiftReport shift={detail} />
                  {isNear(detail) && sheet(detail)}
                  <Suspense fallback={null}>{isLeadingNow && <ShiftEvaluations shift={detail} />}</Suspense>
                  <Suspense fallback={<Skeletons shape="table" />}>
                    <SchoolRoster shift={detail} />
                  </Suspense>
                  {!isNear(detail) && sheet(detail)}
                  {begunStates.includes(detail.status) && (
                    <Suspense fallback={null}>
                      <ShiftIncidents shiftId={detail.id} />
                    </Suspense>
                  )}
                </>
              )}
              {preceptorsOf(detail).includes(me.id) && sheet(detail)}
              {detail.party === 'facility' && (
                <PageSection title="Students">
                  <FacilityRoster shiftId={detail.id} />
                </PageSection>
              )}
              {detail.party === 'facility' && begunStates.includes(detail.status) && (
                <Suspense fallback={null}>
                  <FacilityIncidents shiftId={detail.id} />
                </Suspense>
              )}
              {!(isStudent && !isNear(detail)) && details(detail)}
            </div>
            <div className={classes.aside}>
              {detail.limits.length > 0 && (
                <PageSection title="Seats">
                  <SeatLimits limits={detail.limits} />
                </PageSection>
              )}
              <PageSection title="History">
                <ShiftTrail id={detail.id} />
              </PageSection>
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

/** Half a day before a shift, its check-in and attendance come first; until then, when and where it is, and who comes. */
const isNear = ({ starts_at: start }: ShiftDetail): boolean => Date.parse(start) - Date.now() < 43_200_000

/** The list that the reader came from. */
function wayOf(role: Role): { label: string; href: string } {
  if (role === 'superadmin') return { label: 'All shifts', href: '/admin/all-shifts' }
  if (role === 'facility_admin') return { label: 'Shifts', href: '/facility/shifts' }
  if (role === 'student') return { label: 'My shifts', href: '/student/shifts' }
  if (role === 'proctor') return { label: 'Schedule', href: '/proctor/schedule' }
  return { label: 'Shifts', href: '/shifts' }
}

/** The actions that move a shift forward; the others end or undo something. */
const forward = [
  'submit',
  'approve',
  'answer',
  'accept_counter',
  'publish',
  'close',
] as const satisfies readonly ShiftAction[]
const beside = [
  'ask',
  'decline_counter',
  'decline',
  'withdraw',
  'postpone',
  'cancel',
  'remove',
  'reopen',
] as const satisfies readonly ShiftAction[]
const icons: Partial<Record<ShiftAction, typeof IconX>> = {
  withdraw: IconX,
  postpone: IconPlayerPause,
  cancel: IconCalendarX,
  remove: IconTrash,
  reopen: IconLockOpen,
  close: IconLock,
  decline: IconX,
}

/** The status of the shift, what comes next, and the buttons for it. */
function Standing({ shift }: { shift: ShiftDetail }): ReactNode {
  const shiftAction = useShiftActions(shift.party)
  const clone = useCloneShift()
  const navigate = useNavigateTo()
  const [proposal, propose] = useState<'counter' | 'change'>()
  const [isEdited, edit] = useState(false)
  const [isCorrected, correct] = useState(false)
  const { party } = shift
  const isSchool = party === 'school' || party === 'platform'
  // The superadmin may also decide for a facility, with a reason.
  const may = (one: ShiftAction) => shiftAction.may(one, shift)
  const leave = () => navigate('/shifts')
  const ask = (one: ShiftAction) => shiftAction.ask(one, [shift], one === 'remove' ? leave : undefined)
  const mayChange = agreedStates.includes(shift.status) && !shift.change && shift.facility_id !== null
  const cloneIt = () =>
    void clone
      .mutateAsync({ id: shift.id, new_id: crypto.randomUUID() })
      .then(({ id }) => navigate(`/shift/${id}`))
      .catch(() => undefined)
  const actions: Action<ShiftDetail>[] = [
    ...beside.map((one): Action<ShiftDetail> => ({
      id: one,
      label: `${labelOfAction(one)}…`,
      ...(icons[one] && { icon: icons[one] }),
      danger: isDangerous(one),
      isOffered: () => may(one),
      open: () => ask(one),
    })),
    {
      id: 'message',
      label: 'Message students',
      isOffered: () => isSchool && shift.seats_taken > 0,
      href: () => `/school/messages?shifts=${shift.id}`,
    },
    {
      id: 'hours',
      label: 'Correct hours…',
      icon: IconClockEdit,
      isOffered: () => isSchool && shift.status === 'completed',
      open: () => correct(true),
    },
    {
      id: 'copy',
      label: endStates.includes(shift.status) ? 'Copy and resubmit' : 'Copy',
      icon: IconCopy,
      isOffered: () => isSchool,
      open: cloneIt,
    },
  ]
  // Irreversible actions come last.
  const ordered = actions.toSorted((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false))
  const { menu } = useActions(ordered, { nameOf })
  if (!party) return <Explanation shift={shift} />
  const now = nextStepOf(shift, party === 'facility' ? 'facility' : 'school')
  const isOtherParty = shift.change && shift.change.party !== party
  return (
    <>
      <section className={classes.standing} aria-label="Next steps">
        <div className={classes.now}>
          <Text fw={600}>{now || 'No action needed.'}</Text>
          {shift.respond_by && (
            <Text size="sm" c="dimmed">
              {`Answer by ${instantWords(shift.respond_by, shift.time_zone)}`}
            </Text>
          )}
          {shift.status === 'approved' && isSchool && shift.publish_blocker && (
            <Text size="sm" c="var(--pw-orange-ink)">
              {shift.publish_blocker}
            </Text>
          )}
        </div>
        <div className={classes.buttons}>
          <PrintButton />
          {isSchool && endStates.includes(shift.status) && (
            <Button
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={cloneIt}
              loading={clone.isPending}
            >
              Copy and resubmit
            </Button>
          )}
          {isSchool && editableStates.includes(shift.status) && (
            <Button
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => edit(true)}
            >
              Edit
            </Button>
          )}
          {mayChange && (
            <Button
              variant="default"
              leftSection={<IconArrowsExchange size={18} aria-hidden />}
              onClick={() => propose('change')}
            >
              Request a change
            </Button>
          )}
          {mayMove(shift.status, 'counter', party) && (
            <Button variant="default" onClick={() => propose('counter')}>
              Suggest a change
            </Button>
          )}
          {forward.filter(may).map((one) => (
            // Closing comes after the report, whose button is the filled one.
            <Button key={one} {...(one === 'close' && { variant: 'default' })} onClick={() => ask(one)}>
              {labelOfAction(one)}
            </Button>
          ))}
          {menu(shift)}
        </div>
      </section>
      <Explanation shift={shift} />
      {shift.counter && (
        <Banner kind="info" title="The facility suggests">
          <Differences shift={shift} proposal={shift.counter} />
          {shift.counter.note}
        </Banner>
      )}
      {isSchool && (shift.status === 'declined' || shift.status === 'countered') && (
        <RequestInstead shift={shift} />
      )}
      {shift.change && (
        <Banner
          kind="warning"
          title={`${{ school: 'The school', facility: 'The facility', platform: 'Placewell' }[shift.change.party]} asks to move this shift`}
          action={
            <Stack gap={6}>
              {isOtherParty && (
                <Button size="xs" onClick={() => ask('accept_change')}>
                  Agree
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => ask(endOfChange(shift.change!, party))}>
                {isOtherParty ? 'Decline' : 'Take back'}
              </Button>
            </Stack>
          }
        >
          <Differences shift={shift} proposal={shift.change} />
          {shift.change.reason}
        </Banner>
      )}
      <ShiftDrawer
        shift={isEdited ? shift.id : undefined}
        schoolId={shift.school_id}
        onClose={() => edit(false)}
      />
      <CorrectHoursDialog shift={isCorrected ? shift : undefined} onClose={() => correct(false)} />
      <ProposalDialog what={proposal} shift={shift} party={party} onClose={() => propose(undefined)} />
      {shiftAction.dialog}
    </>
  )
}

/** The reason given with the last decision, shown to everyone it concerns. */
function Explanation({ shift }: { shift: ShiftDetail }): ReactNode {
  const code =
    shift.status === 'cancelled' && shift.cancel_code
      ? cancelLabels[shift.cancel_code]
      : shift.status === 'declined' && shift.decision_code
        ? declineLabels[shift.decision_code]
        : undefined
  const isOver = [...endStates, 'postponed'].includes(shift.status)
  if (!shift.status_reason && !code) return null
  // The note of a proposal is shown with the proposal.
  if (shift.status === 'countered') return null
  const titles: Partial<Record<ShiftDetail['status'], string>> = {
    needs_info: 'The facility asks',
    pending_facility: 'The school answered',
    approved: 'Note of the facility',
    completed: 'Reopened',
  }
  return (
    <Banner kind={isOver ? 'warning' : 'info'} title={code ?? titles[shift.status] ?? 'Reason'}>
      {shift.status_reason}
    </Banner>
  )
}

/** What a student knows anyway: without it, their seat is not far below. */
const notForStudents: readonly string[] = ['School', 'Semester', 'Cohorts', 'Sign-up']

function Facts({
  shift,
  isReader,
  isStudent,
}: {
  shift: ShiftDetail
  isReader: boolean
  isStudent: boolean
}): ReactNode {
  const zone = zoneWords(shift.time_zone, shift.starts_at)
  const at = (instant: string | null) => instant && instantWords(instant, shift.time_zone)
  const nobody = shift.instructor_to_be_named ? 'To be named' : null
  const clockNote = clockChangeNote(shift)
  return (
    <PageSection title="Details">
      <KeyValue
        items={[
          { label: 'When', value: whenWords(shift, zone) },
          {
            label: 'Where',
            value: [facilityLabel(shift), shift.organization_name].filter(Boolean).join(' · '),
          },
          {
            label: shift.more_proctor_ids.length > 0 ? 'Instructors' : 'Instructor',
            value: instructorNames(shift) ?? nobody,
          },
          ...(shift.preceptor_name
            ? [
                {
                  label: shift.more_preceptor_ids.length > 0 ? 'Preceptors' : 'Preceptor',
                  value: preceptorNames(shift),
                },
              ]
            : []),
          ...(shift.drop_cutoff_at
            ? [{ label: 'Seats can be dropped until', value: at(shift.drop_cutoff_at) }]
            : []),
          {
            label: 'Kind',
            value: `${experienceLabels[shift.experience_type]}, ${specialtyLabels[shift.specialty]}`,
          },
          ...(shift.course_code ? [{ label: 'Course', value: shift.course_code }] : []),
          { label: 'School', value: shift.school_name },
          { label: 'Semester', value: shift.semester_name },
          { label: 'Cohorts', value: shift.cohorts.map(({ name }) => name).join(', ') || 'All cohorts' },
          {
            label: 'Seats',
            value: `${shift.seats_taken} of ${shift.seats ?? shift.approved_capacity ?? shift.capacity} taken${shift.approved_capacity !== null && shift.approved_capacity < shift.capacity ? `; ${shift.approved_capacity} of ${shift.capacity} approved` : ''}`,
          },
          {
            label: 'Hours',
            value: `${shift.credited_hours} credited${shift.credited_hours_reason ? ` (${shift.credited_hours_reason})` : `; ${hoursWords(shift)}, ${shift.break_min} min break${shift.conference_min > 0 ? `, ${shift.conference_min} min conference` : ''}`}`,
          },
          ...(clockNote ? [{ label: 'Clock change', value: clockNote }] : []),
          { label: 'Sign-up', value: signupLabels[shift.signup_mode] },
          ...(shift.signup_opens_at ? [{ label: 'Sign-up opens', value: at(shift.signup_opens_at) }] : []),
          ...(shift.signup_closes_at ? [{ label: 'Sign-up closes', value: at(shift.signup_closes_at) }] : []),
          ...(shift.lead_time_reason && !isReader
            ? [{ label: 'Why it was late', value: shift.lead_time_reason }]
            : []),
          ...(shift.copied_from_shift_id && !isReader
            ? [
                {
                  label: 'Copied from',
                  value: <Link href={`/shift/${shift.copied_from_shift_id}`}>the shift before</Link>,
                },
              ]
            : []),
        ].filter(({ label }) => !isStudent || !notForStudents.includes(label))}
      />
      {shift.objectives.length > 0 && (
        <>
          <Text fw={600} size="sm" mt="sm">
            Objectives
          </Text>
          <ul className={classes.objectives}>
            {shift.objectives.map((objective) => (
              <li key={objective}>{objective}</li>
            ))}
          </ul>
        </>
      )}
    </PageSection>
  )
}

/** How to arrive: from the shift itself and from its site. */
function Arrival({ shift }: { shift: ShiftDetail }): ReactNode {
  const { arrival, arrival_note: note } = shift
  const facts = [
    { label: 'For this day', value: note },
    { label: 'Getting there', value: arrival?.arrival_instructions },
    { label: 'Parking', value: arrival?.parking_notes },
    { label: 'Badge', value: arrival?.badge_instructions },
    { label: 'Dress', value: arrival?.dress_code },
    { label: 'In an emergency', value: arrival?.emergency_contact },
  ].filter(({ value }) => value)
  if (!arrival?.address && facts.length === 0) return null
  return (
    <PageSection title="Arrival">
      <SimpleGrid cols={1} spacing="sm">
        {arrival?.address && (
          <Text size="sm">
            {arrival.address}{' '}
            <Anchor
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(arrival.address)}`}
              target="_blank"
              rel="noreferrer"
            >
              Open map
            </Anchor>
          </Text>
        )}
        {facts.length > 0 && <KeyValue items={facts} />}
      </SimpleGrid>
    </PageSection>
  )
}
