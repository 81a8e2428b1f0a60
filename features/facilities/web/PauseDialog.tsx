import { Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { AffectedShift } from '../contract.ts'
import type { ActionTarget } from './action-target.ts'
import {
  commonChoice,
  decisionsOf,
  groupShifts,
  outcomeText,
  type ShiftChoices,
  type ShiftGroup,
} from './pause-choices.ts'
import classes from './PauseDialog.module.css'
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
type Values = { reason: string; choices: ShiftChoices }
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
  const choose = (chosen: readonly AffectedShift[], choice: string) =>
    form.setFieldValue('choices', {
      ...choices,
      ...Object.fromEntries(chosen.map(({ id }) => [id, choice])),
    })
  const groups = groupShifts(shifts)

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
              <div className={classes.all}>
                <ChoiceSelect
                  label={`All ${shifts.length} shifts ahead`}
                  shifts={shifts}
                  choices={choices}
                  options={options}
                  onChoose={choose}
                />
              </div>
            )}
            <ul className={classes.list} aria-label="Shifts ahead" tabIndex={-1}>
              {groups.map((group) => (
                <GroupOfShifts
                  key={group.key}
                  group={group}
                  choices={choices}
                  options={options}
                  onChoose={choose}
                />
              ))}
            </ul>
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

type ChoiceProps = {
  choices: ShiftChoices
  options: readonly { value: string; label: string }[]
  onChoose: (shifts: readonly AffectedShift[], choice: string) => void
}

/** One choice for several shifts of a group, which can be opened to decide on each shift by itself. */
function GroupOfShifts({ group, ...choice }: ChoiceProps & { group: ShiftGroup }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { shifts } = group
  const [first] = shifts
  const count = shifts.length === 1 ? '1 shift' : `${shifts.length} shifts`
  return (
    <li className={classes.group}>
      <div className={classes.shift}>
        <div>
          <div className={classes.when}>{group.name}</div>
          <div className={classes.who}>
            {group.when} · {count}, {first!.capacity} students{' '}
            {shifts.length === 1 && <StateBadge state={first!.status} />}
          </div>
          {shifts.length > 1 && (
            <PlainButton
              variant="subtle"
              aria-expanded={isOpen}
              leftSection={isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide days' : 'Decide day by day'}
            </PlainButton>
          )}
        </div>
        <ChoiceSelect aria-label={`${group.name}, ${group.when}`} shifts={shifts} {...choice} />
      </div>
      {isOpen && (
        <ul className={classes.days} aria-label={`Days of ${group.name}, ${group.when}`}>
          {shifts.map((shift) => (
            <li key={shift.id} className={classes.shift}>
              <div className={classes.who}>
                {formatDate(shift.date)} <StateBadge state={shift.status} />
              </div>
              <ChoiceSelect
                aria-label={`${formatDate(shift.date)}, ${shift.start_time}, ${shift.school_name}`}
                shifts={[shift]}
                {...choice}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type SelectProps = ChoiceProps & { shifts: readonly AffectedShift[]; label?: string; 'aria-label'?: string }

function ChoiceSelect({ shifts, choices, options, onChoose, ...labels }: SelectProps): ReactNode {
  const value = commonChoice(shifts, choices)
  const isMixed = !value && shifts.some(({ id }) => choices[id])
  return (
    <NativeSelect
      {...labels}
      value={value}
      data={[
        ...(value ? [] : [{ value: '', label: isMixed ? 'Decided one by one' : 'Choose…' }]),
        ...options,
      ]}
      onChange={({ currentTarget }) => currentTarget.value && onChoose(shifts, currentTarget.value)}
    />
  )
}
