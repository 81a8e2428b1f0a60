import { Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { AffectedShift, ShiftDecision } from '../contract.ts'
import type { ActionTarget } from './action-target.ts'
import classes from './PauseDialog.module.css'
import { facilities, usePause } from './queries.ts'

type PauseDialogProps = { unit: ActionTarget; onClose: () => void }

/** Pauses a unit: every shift ahead is listed, and each is kept, cancelled or moved to another unit of the site. */
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
      title={`Pause ${unit.name}`}
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

type Unit = { id: string; name: string; max_students_per_shift: number }
type Values = { reason: string; choices: Record<string, string> }
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
        const decisions = shifts.map(({ id }) => decisionOf(id, choices[id]))
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
  const choices = [
    { value: 'keep', label: 'Keep' },
    { value: 'cancel', label: 'Cancel' },
    ...units.map(({ id, name }) => ({ value: id, label: `Move to ${name}` })),
  ]
  const { values } = form
  const choiceOf = (id: string) => values.choices[id] ?? 'keep'
  const same = shifts.every(({ id }) => choiceOf(id) === choiceOf(shifts[0]!.id))
  const outcome = outcomeOf(shifts.map(({ id }) => choiceOf(id)))

  return (
    <Form form={form as never} submitLabel="Pause unit" onCancel={onClose} label={`Pause ${unit.name}`}>
      <Stack gap="md">
        <Text size="sm">Schools cannot plan new shifts there until you take it up again.</Text>
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
            <div className={classes.all}>
              <NativeSelect
                label={`All ${shifts.length === 1 ? 'of 1 shift' : `${shifts.length} shifts`} ahead`}
                value={same ? choiceOf(shifts[0]!.id) : ''}
                data={[...(same ? [] : [{ value: '', label: 'Decided one by one' }]), ...choices]}
                onChange={({ currentTarget: { value } }) =>
                  value &&
                  form.setFieldValue('choices', Object.fromEntries(shifts.map(({ id }) => [id, value])))
                }
              />
            </div>
            <ul className={classes.list} aria-label="Shifts ahead" tabIndex={-1}>
              {shifts.map((shift) => (
                <li key={shift.id} className={classes.shift}>
                  <div>
                    <div className={classes.when}>
                      {formatDate(shift.date)}, {shift.start_time}–{shift.end_time}
                    </div>
                    <div className={classes.who}>
                      {[shift.school_name, shift.title, `${shift.capacity} students`]
                        .filter(Boolean)
                        .join(', ')}{' '}
                      <StateBadge state={shift.status} />
                    </div>
                  </div>
                  <NativeSelect
                    aria-label={`${formatDate(shift.date)}, ${shift.start_time}, ${shift.school_name}`}
                    value={choiceOf(shift.id)}
                    data={choices}
                    onChange={({ currentTarget: { value } }) =>
                      form.setFieldValue('choices', { ...values.choices, [shift.id]: value })
                    }
                  />
                </li>
              ))}
            </ul>
            <output>
              <Text size="sm" c="dimmed">
                {outcome} The schools concerned are told at once.
              </Text>
            </output>
          </>
        )}
      </Stack>
    </Form>
  )
}

function decisionOf(shift_id: string, choice = 'keep'): ShiftDecision {
  if (choice === 'keep' || choice === 'cancel') return { shift_id, action: choice, unit_id: null }
  return { shift_id, action: 'move', unit_id: choice }
}

function outcomeOf(choices: readonly string[]): string {
  const cancelled = choices.filter((choice) => choice === 'cancel').length
  const kept = choices.filter((choice) => choice === 'keep').length
  const moved = choices.length - kept - cancelled
  const parts = [kept && `${kept} kept`, cancelled && `${cancelled} cancelled`, moved && `${moved} moved`]
  return `${parts.filter(Boolean).join(', ')}.`
}
