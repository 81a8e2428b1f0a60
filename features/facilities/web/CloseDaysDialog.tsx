import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { ClosingUnit } from '../contract.ts'
import type { ActionTarget } from './action-target.ts'
import { ClosingHits } from './ClosingHits.tsx'
import { ClosingUnits } from './ClosingUnits.tsx'
import { facilities, useCloseDays } from './queries.ts'

type Values = { from: string; to: string; reason: string }
const backward = 'End date must be on or after the start date.'
const noUnits: readonly ClosingUnit[] = []

/**
 * Closes units on some days: one unit, or those below a site or organization except the ones left out. Shows the affected shifts first;
 * they stay.
 */
export function CloseDaysDialog({
  facility,
  onClose,
}: {
  facility: Pick<ActionTarget, 'id' | 'kind' | 'name'>
  onClose: () => void
}): ReactNode {
  const { role } = useMe()
  const closeDays = useCloseDays(facility.id)
  const keyOf = useContentId()
  const tick = usePatientTick()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const form = useSchemaForm(
    plainSchema<Values>(({ from, to, reason }) => ({
      from: !isPlainDate(from) && 'Enter a date.',
      to: !isPlainDate(to) ? 'Enter a date.' : isPlainDate(from) && to < from && backward,
      reason:
        reason.trim() === '' ? 'Give a reason.' : reason.trim().length > 200 && 'At most 200 characters.',
    })),
    {
      initialValues: { from: '', to: '', reason: '' },
      onSubmit: async (days) => {
        const input = { id: facility.id, days, unit_ids: closing.map(({ id }) => id) }
        await closeDays.mutateAsync({ ...input, idempotency_key: keyOf(input), ...tick.sent })
        onClose()
      },
    },
  )
  const { from, to } = form.values
  const isBackward = isPlainDate(from) && isPlainDate(to) && to < from
  const hasDays = isPlainDate(from) && isPlainDate(to) && !isBackward
  const whole = usePlan({ id: facility.id, from, to, unit_ids: null }, hasDays)
  const units = whole.data?.units ?? noUnits
  const closing = units.filter(({ id, outcome }) => outcome === 'close' && !leftOut.has(id))
  const isNarrowed = closing.length > 0 && units.some(({ id }) => leftOut.has(id))
  const narrowed = usePlan(
    { id: facility.id, from, to, unit_ids: closing.map(({ id }) => id) },
    hasDays && isNarrowed,
  )
  const plan = isNarrowed ? narrowed : whole
  const title = `Close days in ${facility.name}`
  return (
    <OpenModal onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form
        form={form}
        submitLabel={closing.length > 1 ? `Close days in ${closing.length} units` : 'Close days'}
        onCancel={onClose}
        label={title}
        blocker={blockerOf({
          hasDays,
          isBackward,
          isLooking: whole.isFetching || plan.isFetching,
          isFailed: plan.isError,
          closing,
        })}
      >
        <Stack gap="md">
          <Text size="sm">
            Schools cannot plan new shifts on these days, and those with shifts on them are notified. Open
            them again in the unit’s form.
          </Text>
          <DateField label="From" required data-autofocus {...form.field('from')} />
          {/* Shown while the user types: without dates there is nothing to send, so the form's check never runs. */}
          <DateField label="To" required {...form.field('to')} {...(isBackward && { error: backward })} />
          <FreeText tick={tick} label="Reason" required placeholder="Survey week" {...form.field('reason')} />
          {hasDays && (
            <Loaded
              query={whole}
              skeleton={<Skeletons shape="text" count={4} />}
              failedTitle="The units couldn’t be loaded"
              isEmpty={({ units: all }) => all.length === 0}
              empty={{
                compact: true,
                title: 'No open unit',
                description: 'Add a unit, or restore one, before you close days.',
              }}
            >
              {() => (
                <>
                  <ClosingUnits units={units} leftOut={leftOut} onLeaveOut={setLeftOut} />
                  {closing.length > 0 && (
                    <Loaded
                      query={plan}
                      skeleton={<Skeletons shape="text" />}
                      failedTitle="The shifts on these days couldn’t be loaded"
                      isEmpty={() => false}
                    >
                      {({ hits, capstones }) => (
                        <ClosingHits
                          hits={hits}
                          capstones={capstones}
                          href={
                            role === 'facility_admin'
                              ? `/facility/shifts?view=month&on=${from}${facility.kind === 'organization' ? '' : `&facility=${facility.id}`}`
                              : undefined
                          }
                        />
                      )}
                    </Loaded>
                  )}
                </>
              )}
            </Loaded>
          )}
        </Stack>
      </Form>
    </OpenModal>
  )
}

type Plan = { id: string; from: string; to: string; unit_ids: string[] | null }

/** Loads the preview of closing these days; the last response stays until the next arrives. */
const usePlan = (input: Plan, enabled: boolean) =>
  useQuery({
    ...facilities.planClosing.queryOptions({ input }),
    enabled,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

type Readiness = {
  hasDays: boolean
  isBackward: boolean
  isLooking: boolean
  isFailed: boolean
  closing: readonly unknown[]
}

function blockerOf({ hasDays, isBackward, isLooking, isFailed, closing }: Readiness): string | null {
  if (isBackward) return 'Correct the days first.'
  if (!hasDays) return 'Choose the days first.'
  if (isLooking) return 'Looking for shifts on these days…'
  if (isFailed) return 'The shifts on these days couldn’t be loaded. Try again first.'
  return closing.length === 0 ? 'Choose a unit that can be closed on these days.' : null
}
