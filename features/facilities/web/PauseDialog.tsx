import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { type Choices, withChoice } from '#ui/choices.ts'
import { ChoiceGroups, ChoiceSelect } from '#ui/ChoiceGroups.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { AffectedShift } from '../contract.ts'
import type { ActionTarget } from './action-target.ts'
import { decisionsOf, groupShifts, outcomeText } from './pause-choices.ts'
import { facilities, usePause } from './queries.ts'

type PauseDialogProps = { unit: ActionTarget; onClose: () => void }

/**
 * Pauses a unit: every shift ahead is listed by school and hours, and each is kept, canceled or moved to another unit of the
 * site. Nothing is preset. A unit that is paused already can be decided on again.
 */
export function PauseDialog({ unit, onClose }: PauseDialogProps): ReactNode {
  const query = useQuery({
    ...facilities.affectedShifts.queryOptions({ input: { id: unit.id } }),
    refetchOnMount: 'always',
  })
  const isFresh = query.isFetchedAfterMount && !query.isError
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleOf(unit)}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={isFresh ? query : { ...query, data: undefined }}
        skeleton={<Skeletons shape="text" count={4} />}
        failedTitle="The shifts ahead could not be loaded"
        isEmpty={() => false}
      >
        {({ shifts, units }) => (
          <Decisions
            unit={unit}
            shifts={shifts}
            units={units}
            onClose={onClose}
            onRefused={() => void query.refetch()}
          />
        )}
      </Loaded>
    </Modal>
  )
}

const titleOf = ({ status, name }: ActionTarget) =>
  status === 'paused' ? `Shifts in ${name}` : `Pause ${name}`

type Unit = { id: string; name: string; max_students_per_shift: number }
type Values = { reason: string; choices: Choices }
type DecisionsProps = PauseDialogProps & {
  shifts: readonly AffectedShift[]
  units: readonly Unit[]
  onRefused: () => void
}

function Decisions({ unit, shifts, units, onClose, onRefused }: DecisionsProps): ReactNode {
  const pause = usePause()
  const key = useRef({ content: '', id: '' })
  const tick = usePatientTick()
  const form = useSchemaForm(
    plainSchema<Values>(({ reason }) => ({
      reason: reason.trim().length < 3 && 'Say why in a few words. The schools read it.',
    })),
    {
      initialValues: { reason: '', choices: {} } as Values,
      onSubmit: async ({ reason, choices }) => {
        const decisions = decisionsOf(shifts, choices)
        if (!decisions) return
        const content = JSON.stringify([reason, decisions, unit.version])
        if (key.current.content !== content) key.current = { content, id: crypto.randomUUID() }
        await pause.mutateAsync(
          {
            id: unit.id,
            version: unit.version,
            reason: reason.trim(),
            decisions,
            idempotency_key: key.current.id,
            ...tick.sent,
          },
          { onError: onRefused },
        )
        onClose()
      },
    },
  )
  const options = [
    { value: 'keep', label: 'Keep' },
    { value: 'cancel', label: 'Cancel' },
    ...units.map(({ id, name }) => ({ value: id, label: `Move to ${name}` })),
  ]
  const { choices } = form.values
  const choose = (chosen: readonly { id: string }[], choice: string) =>
    form.setFieldValue('choices', withChoice(choices, chosen, choice))
  const groups = groupShifts(shifts).map(({ key: id, name, when, shifts: ofGroup }) => ({
    key: id,
    name: `${name}, ${when}`,
    detail: `${ofGroup.length === 1 ? '1 shift' : `${ofGroup.length} shifts`}, ${ofGroup[0]!.capacity} students`,
    items: ofGroup.map((shift) => ({
      id: shift.id,
      label: formatDate(shift.date),
      detail: <StateBadge state={shift.status} />,
    })),
  }))

  return (
    <Form
      form={form as never}
      submitLabel={unit.status === 'paused' ? 'Save decisions' : 'Pause unit'}
      onCancel={onClose}
      label={titleOf(unit)}
      blocker={decisionsOf(shifts, choices) ? null : 'Decide on every shift first.'}
    >
      <Stack gap="md">
        <Text size="sm">
          {unit.status === 'paused'
            ? 'The unit stays paused. Decide what happens to the shifts that are still planned there.'
            : 'Schools cannot plan new shifts there until you take it up again.'}
        </Text>
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
        {shifts.length === 0 ? (
          <Banner kind="success">No shift lies ahead: nobody has to change plans.</Banner>
        ) : (
          <>
            {groups.length > 1 && (
              <ChoiceSelect
                label={`All ${shifts.length} shifts ahead`}
                items={groups.flatMap(({ items }) => items)}
                choices={choices}
                options={options}
                onChoose={choose}
              />
            )}
            <ChoiceGroups
              label="Shifts ahead"
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
