import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { type Choices, withChoice } from '#ui/choices.ts'
import { ChoiceGroups } from '#ui/ChoiceGroups.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { DepartingPerson, Holding, Successor } from '../contract.ts'
import { countSteps, outcomeText, planSteps } from '../rules.ts'
import { choicesBlocker, decisionsOf, groupHoldings } from './departure-groups.ts'
import { departures, useDeactivate } from './queries.ts'

export type DepartureDialogProps = {
  /** Who leaves; null while the dialog is closed. */
  person: { id: string; full_name: string } | null
  onClose: () => void
}

/** Deactivates a person: first lists what they hold, and for each asks who takes over, or whether it is freed or kept. */
export function DepartureDialog({ person, onClose }: DepartureDialogProps): ReactNode {
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={person ? `Deactivate ${person.full_name}` : ''}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {person && <Plan key={person.id} userId={person.id} onClose={onClose} />}
    </Modal>
  )
}

function Plan({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const query = useQuery({
    ...departures.plan.queryOptions({ input: { user_id: userId } }),
    refetchOnMount: 'always',
  })
  const isFresh = query.isFetchedAfterMount && !query.isError
  return (
    <Loaded
      query={isFresh ? query : { ...query, data: undefined }}
      skeleton={<Skeletons shape="text" count={4} />}
      failedTitle="What this person holds could not be loaded"
      isEmpty={() => false}
    >
      {(plan) =>
        plan.blocker ? (
          <Banner kind="warning" title={`${plan.person.full_name} cannot leave yet`}>
            {plan.blocker}
          </Banner>
        ) : (
          <Decisions {...plan} onClose={onClose} onRefused={() => void query.refetch()} />
        )
      }
    </Loaded>
  )
}

type DecisionsProps = {
  person: DepartingPerson
  holdings: readonly Holding[]
  successors: readonly Successor[]
  onClose: () => void
  onRefused: () => void
}
type Values = { reason: string; choices: Choices }

function Decisions({ person, holdings, successors, onClose, onRefused }: DecisionsProps): ReactNode {
  const deactivate = useDeactivate()
  const tick = usePatientTick()
  const form = useSchemaForm(
    plainSchema<Values>(({ reason }) => ({
      reason: reason.trim().length < 3 && 'Say why in a few words. The reason is kept.',
    })),
    {
      initialValues: { reason: '', choices: {} } as Values,
      onSubmit: async ({ reason, choices }) => {
        await deactivate.mutateAsync(
          {
            user_id: person.id,
            version: person.version,
            reason: reason.trim(),
            decisions: decisionsOf(holdings, choices),
            ...tick.sent,
          },
          { onError: onRefused },
        )
        onClose()
      },
    },
  )
  const { choices } = form.values
  const { steps, undecided } = planSteps(holdings, decisionsOf(holdings, choices))
  const groups = groupHoldings(holdings, successors, choices)

  return (
    <Form
      form={form as never}
      submitLabel="Deactivate"
      danger
      onCancel={onClose}
      label={`Deactivate ${person.full_name}`}
      blocker={choicesBlocker(holdings, successors, choices)}
    >
      <Stack gap="md">
        <Text size="sm">
          They are signed out at once and cannot sign in until someone reactivates them. Reactivating does not
          give back what is handed over or freed here.
        </Text>
        <FreeText
          tick={tick}
          label="Reason"
          description="Kept in the trail. Students do not see it."
          required
          autosize
          minRows={2}
          data-autofocus
          {...form.field('reason')}
        />
        {holdings.length === 0 ? (
          <Banner kind="success">They hold no coming shift, seat, cohort or permission.</Banner>
        ) : (
          <>
            <ChoiceGroups
              label={`What ${person.full_name} holds`}
              groups={groups}
              choices={choices}
              onChoose={(items, choice) => form.setFieldValue('choices', withChoice(choices, items, choice))}
            />
            <output>
              <Text size="sm" c="dimmed">
                {undecided.length > 0 && `${undecided.length} undecided. `}
                {steps.length > 0 && outcomeText(countSteps(steps))} Everyone concerned is notified once.
              </Text>
            </output>
          </>
        )}
      </Stack>
    </Form>
  )
}
