import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { formatNumber, howMany } from '#core/number-text.ts'
import { formatDate, formatRange, isPlainDate } from '#core/plain-date.ts'
import { LazyCapstonesAhead } from '#features/facilities/web/public.ts'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { Banner } from '#ui/Banner.tsx'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { type Choices, countUndecided, withChoice } from '#ui/choices.ts'
import { type ChoiceGroup, ChoiceGroups } from '#ui/ChoiceGroups.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { FailedState } from '#ui/FailedState.tsx'
import { Form } from '#ui/Form.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { stateLook } from '#ui/states.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { conflictOf, useConflict } from '#ui/versions.ts'
import type { EndingDecision, Partnership } from '../contract.ts'
import { earliestEnd, endingActions, hasSpecialty, readersOf } from '../rules.ts'
import { partnerships, useTerminate } from './queries.ts'

/**
 * Ends a partnership on a last day: the reason, and for each shift after that day whether it is kept, canceled or moved to another partner.
 * Nothing is preselected.
 */
export function TerminateDialog({
  partnership,
  onClose,
}: {
  partnership: Partnership
  onClose: () => void
}): ReactNode {
  const terminate = useTerminate()
  const locked = useConflict(partnership)
  const [refused, setRefused] = useState<RefusedShift>()
  const earliest = earliestEnd(partnership.today, partnership.notice_days, partnership.party)
  const schema = z.object({
    ends_on: z.string().check(
      z.refine(isPlainDate, 'Fill in the last day.'),
      z.refine(
        (day) => day >= earliest,
        `The agreed notice is ${howMany(partnership.notice_days, 'day')}: ${formatDate(earliest)} or later.`,
      ),
    ),
    // Not z.record, because the bundle shared by all forms would include it.
    choices: z.custom<Choices>(),
    reason: z
      .string()
      .check(z.trim(), z.minLength(3, 'Give a reason. The other party can read it.'), z.maxLength(1000)),
  })
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: { ends_on: earliest, choices: {} as Choices, reason: '' },
    onSubmit: async ({ choices, ...values }) => {
      await terminate.mutateAsync(
        {
          id: partnership.id,
          version: locked.version,
          ...values,
          decisions: shifts.flatMap(({ id }) => {
            const choice = choices[id]
            return choice ? [decisionOf(id, choice)] : []
          }),
          ...tick.sent,
        },
        { onError: onRefused },
      )
      onClose()
    },
  })
  const { ends_on: typed } = form.values
  const after = isPlainDate(typed) && typed >= earliest ? typed : earliest
  const later = useQuery({
    ...partnerships.laterShifts.queryOptions({ input: { id: partnership.id, after } }),
    placeholderData: keepPreviousData,
  })
  const capstones = useQuery({
    ...partnerships.laterCapstones.queryOptions({ input: { id: partnership.id, after } }),
    placeholderData: keepPreviousData,
  })
  const shifts = later.data ?? []
  const mayMove = endingActions(partnership.party).includes('move')
  const instead = useQuery({
    ...partnerships.unitsInstead.queryOptions({ input: { id: partnership.id, after } }),
    placeholderData: keepPreviousData,
    enabled: mayMove && shifts.length > 0,
  })
  const units = instead.data ?? []
  // Marks the refused shift and reloads what has changed since.
  const onRefused = (error: unknown) => {
    locked.meet(error)
    setRefused(refusedShift(error))
    void later.refetch()
    if (mayMove) void instead.refetch()
  }
  const undecided = countUndecided(shifts, form.values.choices)
  const isKnown = later.isSuccess && !later.isPlaceholderData
  return (
    <OpenModal
      onClose={onClose}
      size="lg"
      title={`End the partnership of ${partnership.school_name} with ${partnership.organization_name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form
        form={conflictOf(terminate.error) ? { ...form, failure: undefined } : form}
        submitLabel="End partnership"
        danger
        onCancel={onClose}
        label="End partnership"
        blocker={
          isKnown
            ? undecidedText(undecided)
            : later.isError
              ? 'The shifts after that day couldn’t be loaded. Try again first.'
              : 'Looking for shifts after that day…'
        }
      >
        <Stack gap="md">
          {locked.conflict && (
            <ChangesSince what="this partnership" changes={locked.conflict.changes}>
              Your choices are kept. Review what changed, then end it or cancel.
            </ChangesSince>
          )}
          <DateField
            label="Last day"
            description={`The agreed notice is ${howMany(partnership.notice_days, 'day')}.`}
            required
            {...form.field('ends_on')}
          />
          {later.isError ? (
            <FailedState
              title="The shifts after that day couldn’t be loaded"
              error={later.error}
              onRetry={() => void later.refetch()}
              isRetrying={later.isFetching}
            />
          ) : later.isPending ? (
            <Text size="sm">Looking for shifts after that day…</Text>
          ) : shifts.length === 0 ? (
            <Banner kind="info" title="No shifts are planned after that day." />
          ) : (
            <>
              <Text size="sm">
                {shifts.length === 1 ? '1 shift is' : `${formatNumber(shifts.length)} shifts are`} planned
                after that day. Kept shifts take place by agreement; canceled ones are canceled when the
                partnership ends. Until then you can undo the ending.
              </Text>
              {mayMove && (
                <Text size="sm">
                  {units.length > 0
                    ? 'Moved shifts are requested from the other facility right away. Students lose their seats until it approves, and the shifts stay there if you undo the ending.'
                    : instead.isError
                      ? `Units of your other partners couldn’t be loaded: ${instead.error.message}`
                      : instead.isSuccess &&
                        'None of the other partners has an open unit of these specialties to move them to.'}
                </Text>
              )}
              <ChoiceGroups
                label="Shifts after that day"
                openLabel="Decide day by day"
                groups={groupsOf(shifts, units, refused)}
                choices={form.values.choices}
                onChoose={(items, choice) =>
                  form.setFieldValue('choices', withChoice(form.values.choices, items, choice))
                }
              />
            </>
          )}
          <Loaded
            query={capstones}
            skeleton={<Text size="sm">Looking for capstone students after that day…</Text>}
            failedTitle="The capstone students after that day couldn’t be loaded"
            isEmpty={() => false}
          >
            {(rows) => (
              <Suspense>
                <LazyCapstonesAhead rows={rows} when="after that day" />
              </Suspense>
            )}
          </Loaded>
          <FreeText
            tick={tick}
            label="Reason"
            description={readersOf(partnership)}
            required
            autosize
            minRows={2}
            {...form.field('reason')}
          />
        </Stack>
      </Form>
    </OpenModal>
  )
}

const options = [
  { value: 'keep', label: 'Keep by agreement' },
  { value: 'cancel', label: 'Cancel when it ends' },
]

type LaterShift = {
  id: string
  date: string
  title: string | null
  unit: string
  status: string
  capacity: number
  specialty: string
}
type Unit = { id: string; name: string; site_name: string; specialty: string }

type RefusedShift = { id: string; why: string }
/** The shift that could not move, and why; undefined for any other refusal. */
function refusedShift(error: unknown): RefusedShift | undefined {
  const refused = refusalOf(error)
  if (refused?.code !== 'partnership.cannot_move') return undefined
  const { shift_id: id, why } = refused.values as { shift_id: string; why: string }
  return { id, why }
}

/** A choice is an action, or the id of the unit that a shift moves to. */
function decisionOf(shift_id: string, choice: string): EndingDecision {
  if (choice === 'keep' || choice === 'cancel') return { shift_id, action: choice }
  return { shift_id, action: 'move', unit_id: choice }
}

/** The shifts after the last day grouped by unit, title and specialty, each group with the units of other partners for that specialty. */
function groupsOf(
  shifts: readonly LaterShift[],
  units: readonly Unit[],
  refused: RefusedShift | undefined,
): ChoiceGroup[] {
  const groups = Map.groupBy(shifts, ({ unit, title, specialty }) => JSON.stringify([unit, title, specialty]))
  return [...groups].map(([key, ofGroup]) => ({
    key,
    name: [ofGroup[0]!.unit, ofGroup[0]!.title].filter(Boolean).join(', '),
    detail: `${ofGroup.length === 1 ? '1 shift' : `${ofGroup.length} shifts`}, ${formatRange(ofGroup[0]!.date, ofGroup.at(-1)!.date)}`,
    items: ofGroup.map(({ id, date, status, capacity }) => ({
      id,
      label: formatDate(date, 'weekday'),
      error: refused?.id === id ? refused.why : undefined,
      detail: `${stateLook(status).label.toLowerCase()}, ${howMany(capacity, 'seat')}`,
    })),
    options: [
      ...options,
      ...units
        .filter((unit) => hasSpecialty(unit, ofGroup[0]!))
        .map(({ id, name, site_name: site }) => ({ value: id, label: `Move to ${name}, ${site}` })),
    ],
  }))
}

const undecidedText = (count: number): string | null =>
  count === 0
    ? null
    : count === 1
      ? '1 shift has no decision yet.'
      : `${formatNumber(count)} shifts have no decision yet.`
