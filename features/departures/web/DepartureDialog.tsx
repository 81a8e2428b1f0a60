import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { formatDate } from '#core/plain-date.ts'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import type { Choices } from '#ui/choices.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { conflictOf, useConflict } from '#ui/versions.ts'
import { refusalMessage } from '#core/refusal.ts'
import type { DepartingPerson, Holding, Planned, PlannedDeparture, Successor } from '../contract.ts'
import { departureRefusals } from '../messages.ts'
import { heldAfter, lastDayBlocker, STEPS_AT_ONCE } from '../rules.ts'
import { choicesBlocker, decisionsOf } from './departure-groups.ts'
import { DepartureProgress } from './DepartureProgress.tsx'
import { HoldingChoices } from './HoldingChoices.tsx'
import { departures, useDeactivate } from './queries.ts'
import { useFresh } from '#ui/use-fresh.ts'

export type DepartureDialogProps = {
  /** The person who leaves; null while the dialog is closed. */
  person: { id: string; full_name: string } | null
  /** True when it is the user's own account: the texts say "you". */
  isOwn?: boolean
  onClose: () => void
}

/**
 * Deactivates a person, now or after a last day. Lists what they will still hold, and asks for each who takes over, or whether it is freed
 * or kept. Changes the plan if there is one.
 */
export function DepartureDialog({ person, isOwn = false, onClose }: DepartureDialogProps): ReactNode {
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={person ? titleOf(person.full_name, isOwn) : ''}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {person && <Plan key={person.id} userId={person.id} isOwn={isOwn} onClose={onClose} />}
    </Modal>
  )
}

const titleOf = (name: string, isOwn: boolean) => (isOwn ? 'Deactivate your account' : `Deactivate ${name}`)

function Plan({
  userId,
  isOwn,
  onClose,
}: {
  userId: string
  isOwn: boolean
  onClose: () => void
}): ReactNode {
  const query = useQuery({
    ...departures.plan.queryOptions({ input: { user_id: userId } }),
    refetchOnMount: 'always',
  })
  const [jobId, setJob] = useState<string>()
  const fresh = useFresh(query)
  if (jobId) return <DepartureProgress jobId={jobId} isOwn={isOwn} onClose={onClose} />
  return (
    <Loaded
      query={fresh}
      skeleton={<Skeletons shape="text" count={4} />}
      failedTitle={
        isOwn
          ? 'Your responsibilities couldn’t be loaded'
          : 'This person’s responsibilities couldn’t be loaded'
      }
      isEmpty={() => false}
    >
      {(plan) =>
        plan.blocker ? (
          <Banner
            kind="warning"
            title={isOwn ? 'You cannot leave yet' : `${plan.person.full_name} cannot leave yet`}
            action={<LinkButton href={invitingPage(plan)}>Invite an administrator</LinkButton>}
          >
            {plan.blocker}
          </Banner>
        ) : (
          <Decisions
            {...plan}
            isOwn={isOwn}
            onClose={onClose}
            onJob={setJob}
            onRefused={() => void query.refetch()}
          />
        )
      }
    </Loaded>
  )
}

/** The page where another administrator of the same kind is invited. */
function invitingPage({ person, last_of: of }: Pick<Planned, 'person' | 'last_of'>): string {
  if (of) return `/admin/${of.kind === 'school' ? 'schools' : 'facilities'}/${of.id}`
  if (person.role === 'superadmin') return '/admin/users'
  return person.role === 'facility_admin' ? '/facility/users' : '/school/students?view=administrators'
}

type DecisionsProps = {
  person: DepartingPerson
  isOwn: boolean
  holdings: readonly Holding[]
  successors: readonly Successor[]
  departure: PlannedDeparture | null
  today: string
  onClose: () => void
  onJob: (id: string) => void
  onRefused: () => void
}
type Values = { reason: string; when: '' | 'now' | 'later'; last_day: string; choices: Choices }

function Decisions(props: DecisionsProps): ReactNode {
  const { person, isOwn, holdings, successors, departure, today, onClose, onJob, onRefused } = props
  const deactivate = useDeactivate()
  const tick = usePatientTick()
  const met = useConflict(person)
  const form = useSchemaForm(
    plainSchema<Values>(({ reason, when, last_day: day }) => ({
      reason: reason.trim().length < 3 && 'Give a short reason. It’s kept on record.',
      when: when === '' && 'Choose when.',
      last_day: when === 'later' && dayProblem(day, today),
    })),
    {
      initialValues: {
        reason: departure?.reason ?? '',
        when: departure ? 'later' : '',
        last_day: departure?.last_day ?? '',
        choices: {},
      } as Values,
      onSubmit: async ({ reason, when, last_day: day, choices }) => {
        const lastDay = when === 'later' ? day : null
        const decisions = decisionsOf(heldAfter(holdings, lastDay), choices)
        const { job_id: jobId } = await deactivate.mutateAsync(
          {
            user_id: person.id,
            version: person.version,
            departure_version: departure?.version ?? null,
            reason: reason.trim(),
            last_day: lastDay,
            decisions,
            job_id: decisions.length > STEPS_AT_ONCE ? crypto.randomUUID() : null,
            ...tick.sent,
          },
          {
            // Keeps the choices; the next try uses the current holdings.
            onError: (error) => {
              met.meet(error)
              onRefused()
            },
          },
        )
        if (jobId) return onJob(jobId)
        toast.success('Saved. Everyone concerned is notified.')
        if (isOwn && lastDay === null) globalThis.location.assign('/login')
        return onClose()
      },
    },
  )
  const { choices, when, last_day: day } = form.values
  const isPlanned = when === 'later'
  const held = heldAfter(holdings, isPlanned ? day || null : null)
  const isDayKnown = when === 'now' || (isPlanned && dayProblem(day, today) === false)

  return (
    <Form
      form={conflictOf(deactivate.error) ? { ...form, failure: undefined } : form}
      submitLabel={isPlanned ? (departure ? 'Change the last day' : 'Plan the departure') : 'Deactivate'}
      danger
      onCancel={onClose}
      label={titleOf(person.full_name, isOwn)}
      blocker={isDayKnown ? choicesBlocker(held, successors, choices) : null}
    >
      <Stack gap="md">
        {met.conflict && (
          <ChangesSince what={departure ? 'this departure' : 'this person'} changes={met.conflict.changes}>
            Your choices are kept. Review what changed, then decide again or cancel.
          </ChangesSince>
        )}
        <Radio.Group label="When" required {...form.field('when')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="now"
              label="At once"
              description={`${isOwn ? 'You are' : 'They are'} signed out and cannot sign in until an administrator reactivates the account.`}
            />
            <Radio
              value="later"
              label="After a last day"
              description="The account stays open until that day is over."
            />
          </Stack>
        </Radio.Group>
        {isPlanned && <DateField label="Last day" required minDate={today} {...form.field('last_day')} />}
        <FreeText
          tick={tick}
          label="Reason"
          description="Kept in the trail. Students do not see it."
          required
          autosize
          minRows={2}
          {...form.field('reason')}
        />
        {isDayKnown && (
          <>
            <Text size="sm">
              {isPlanned
                ? `Shifts, seats and requests after ${formatDate(day, 'full')} are settled now, so that others can plan. Cohorts, permissions and invitations stay until that day is over.`
                : 'All of this is settled at once.'}{' '}
              Reactivating, or canceling the departure, restores everything no one else has taken.
            </Text>
            {held.length === 0 ? (
              <Banner kind="success">
                {isPlanned
                  ? 'Nothing is held after that day.'
                  : 'No upcoming shifts, seats, cohorts or permissions.'}
              </Banner>
            ) : (
              <HoldingChoices
                label={isOwn ? 'Your responsibilities' : `What ${person.full_name} holds`}
                holdings={held}
                successors={successors}
                choices={choices}
                onChange={(next) => form.setFieldValue('choices', next)}
              />
            )}
          </>
        )}
      </Stack>
    </Form>
  )
}

/** Why this is not a valid last day; false when it is. */
function dayProblem(day: string, today: string): string | false {
  if (!day) return 'Choose the last day.'
  const refused = lastDayBlocker(day, today)
  return refused === null ? false : refusalMessage(departureRefusals, refused)
}
