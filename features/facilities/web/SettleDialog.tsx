import { Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { type Choices, withChoice } from '#ui/choices.ts'
import { ChoiceGroups, ChoiceSelect } from '#ui/ChoiceGroups.tsx'
import { Banner } from '#ui/Banner.tsx'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { conflictOf, useConflict } from '#ui/versions.ts'
import type { AffectedShift, CapstoneAhead } from '../contract.ts'
import { administeredBlocker } from '../rules/actions.ts'
import { settleActions, type SettleOccasion } from '../rules/settling.ts'
import type { ActionTarget } from './action-target.ts'
import { CapstonesAhead } from './CapstonesAhead.tsx'
import { decisionsOf, groupShifts, outcomeText, sizeText } from './settle-choices.ts'
import { facilities, useSettle } from './queries.ts'
import { useFresh } from '#ui/use-fresh.ts'
import { whyNot } from './why-not.ts'

type SettleDialogProps = { facility: ActionTarget; occasion: SettleOccasion; onClose: () => void }

/**
 * Pauses a unit, closes it permanently, or archives a site or organization. Lists every upcoming shift by school and hours; each is
 * canceled, moved to another unit, or kept at a paused unit. Nothing is preset. A paused unit can be decided on again.
 */
export function SettleDialog({ facility, occasion, onClose }: SettleDialogProps): ReactNode {
  const query = useQuery({
    ...facilities.affectedShifts.queryOptions({ input: { id: facility.id } }),
    refetchOnMount: 'always',
  })
  const fresh = useFresh(query)
  return (
    <OpenModal
      onClose={onClose}
      title={texts[occasion].title(facility)}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={fresh}
        skeleton={<Skeletons shape="text" count={4} />}
        failedTitle="The upcoming shifts couldn’t be loaded"
        isEmpty={() => false}
      >
        {({ shifts, units, capstones, administrators }) => (
          <Decisions
            facility={facility}
            occasion={occasion}
            shifts={shifts}
            units={units}
            capstones={capstones}
            administrators={administrators}
            onClose={onClose}
            onRefused={() => void query.refetch()}
          />
        )}
      </Loaded>
    </OpenModal>
  )
}

type Texts = {
  title: (facility: ActionTarget) => string
  effect: (facility: ActionTarget) => string
  submit: (facility: ActionTarget) => string
}
const texts: Record<SettleOccasion, Texts> = {
  pause: {
    title: ({ status, name }) => (status === 'paused' ? `Shifts in ${name}` : `Pause ${name}`),
    effect: ({ status }) =>
      status === 'paused'
        ? 'The unit stays paused. Decide what happens to the shifts that are still planned there.'
        : 'Schools can’t plan new shifts there until you resume it.',
    submit: ({ status }) => (status === 'paused' ? 'Save decisions' : 'Pause unit'),
  },
  close: {
    title: ({ name }) => `Close ${name} permanently?`,
    effect: () =>
      'It closes for planning and can’t be reopened. Its history stays on record. Schools with drafts there are notified.',
    submit: () => 'Close unit',
  },
  archive: {
    title: ({ name }) => `Archive ${name}?`,
    effect: ({ kind }) =>
      `${kind === 'organization' ? 'Its sites and units' : 'Its units'} are archived with it and closed for planning. Nothing is deleted, and all of it can be restored; canceled shifts stay canceled. Schools with drafts there are notified.`,
    submit: ({ kind }) => `Archive ${kind}`,
  },
}

type Unit = { id: string; name: string; max_students_per_shift: number }
type Values = { reason: string; confirmation: string; choices: Choices }
type DecisionsProps = SettleDialogProps & {
  shifts: readonly AffectedShift[]
  units: readonly Unit[]
  capstones: readonly CapstoneAhead[]
  administrators: readonly string[]
  onRefused: () => void
}

function Decisions(props: DecisionsProps): ReactNode {
  const { facility, occasion, shifts, units, capstones, administrators, onClose, onRefused } = props
  const settle = useSettle(occasion)
  const locked = useConflict(facility)
  const keyOf = useContentId()
  const tick = usePatientTick()
  const form = useSchemaForm(
    plainSchema<Values>(({ reason, confirmation }) => ({
      reason: reason.trim().length < 3 && 'Give a short reason. The schools read it.',
      confirmation: occasion === 'close' && confirmation.trim() !== facility.name && `Type ${facility.name}.`,
    })),
    {
      initialValues: { reason: '', confirmation: '', choices: {} } as Values,
      onSubmit: async ({ reason, choices }) => {
        const decisions = decisionsOf(shifts, choices)
        if (!decisions) return false
        await settle.mutateAsync(
          {
            id: facility.id,
            version: locked.version,
            reason: reason.trim(),
            decisions,
            idempotency_key: keyOf([reason, decisions, locked.version]),
            ...tick.sent,
          },
          {
            // Keeps the choices; the next try is about the facility as it is now.
            onError: (error) => {
              locked.meet(error)
              onRefused()
            },
          },
        )
        return onClose()
      },
    },
  )
  const labels = { keep: 'Keep', cancel: 'Cancel' }
  const options = settleActions(occasion).flatMap((action) =>
    action === 'move'
      ? units.map(({ id, name }) => ({ value: id, label: `Move to ${name}` }))
      : [{ value: action, label: labels[action] }],
  )
  const { choices } = form.values
  const choose = (chosen: readonly { id: string }[], choice: string) =>
    form.setFieldValue('choices', withChoice(choices, chosen, choice))
  const groups = groupShifts(shifts).map(({ key: id, name, when, shifts: ofGroup }) => ({
    key: id,
    name: [facility.kind !== 'unit' && ofGroup[0]!.unit_name, name, when].filter(Boolean).join(', '),
    detail: sizeText(ofGroup),
    items: ofGroup.map((shift) => ({
      id: shift.id,
      label: formatDate(shift.date),
      detail: <StateBadge state={shift.status} />,
    })),
  }))

  return (
    <Form
      form={conflictOf(settle.error) ? { ...form, failure: undefined } : form}
      submitLabel={texts[occasion].submit(facility)}
      danger={occasion !== 'pause'}
      onCancel={onClose}
      label={texts[occasion].title(facility)}
      blocker={
        (occasion === 'archive' && whyNot(administeredBlocker(administrators))) ||
        (decisionsOf(shifts, choices) ? null : 'Decide on every shift first.')
      }
    >
      <Stack gap="md">
        {locked.conflict && (
          <ChangesSince what={`this ${facility.kind}`} changes={locked.conflict.changes}>
            Your choices are kept. Review what changed, then decide again or cancel.
          </ChangesSince>
        )}
        <Text size="sm">{texts[occasion].effect(facility)}</Text>
        <FreeText
          tick={tick}
          label="Reason"
          required
          autosize
          minRows={2}
          data-autofocus
          placeholder="The floor is renovated until March."
          {...form.field('reason')}
        />
        {occasion === 'close' && (
          <TextInput label={`Type ${facility.name} to confirm`} required {...form.field('confirmation')} />
        )}
        <CapstonesAhead rows={capstones} when="there" />
        {shifts.length === 0 ? (
          <Banner kind="success">
            {capstones.length > 0
              ? 'There are no upcoming shifts.'
              : 'There are no upcoming shifts, so no plans change.'}
          </Banner>
        ) : (
          <>
            {groups.length > 1 && (
              <ChoiceSelect
                label={`All ${formatNumber(shifts.length)} upcoming shifts`}
                items={groups.flatMap(({ items }) => items)}
                choices={choices}
                options={options}
                onChoose={choose}
              />
            )}
            <ChoiceGroups
              label="Upcoming shifts"
              openLabel="Decide day by day"
              groups={groups.map((group) => ({ ...group, options }))}
              choices={choices}
              onChoose={choose}
            />
            <output>
              <Text size="sm" c="dimmed">
                {outcomeText(shifts, choices)} Everyone concerned is notified once.
              </Text>
            </output>
          </>
        )}
      </Stack>
    </Form>
  )
}
