import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { featureApi, messageOf } from '#platform/web/api.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { toast } from '#ui/toast.ts'
import type { Outcome, ShiftFilter, shiftsContract } from '../contract.ts'

export const shifts = featureApi<typeof shiftsContract>('shifts')

// Seats and dashboards stand downstream and show the shift: named by key alone, so that features have no circle.
const downstream = [
  'shiftApprovals',
  'openSlots',
  'assignments',
  'dashboards',
  'privacy',
  'semesters',
  'calendarFeeds',
  'rotations',
].map((feature) => featureApi<Record<string, never>>(feature).key())
/** What is stale when a shift was changed. */
export const shiftTouches = [shifts.key(), ...downstream]

/** A page of shifts; the one before stays while the next is fetched. */
export function useShifts(
  filter: Partial<ShiftFilter>,
  page: { page?: number; page_size?: number } = {},
  enabled = true,
) {
  return useQuery({
    ...shifts.list.queryOptions({ input: { ...filter, ...page } }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The same by series and unit. Asked again whenever it is looked at: others answer too. */
export function useSeries(
  filter: Partial<Omit<ShiftFilter, 'sort' | 'dir'>>,
  page: { page?: number; page_size?: number } = {},
) {
  return useQuery({
    ...shifts.series.queryOptions({ input: { ...filter, ...page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: askedAnew.refetchOnMount,
  })
}

/** Where the list of a filter is downloaded; a file is always in the order of the days. */
export const shiftsFile = (
  { sort: _sort, dir: _dir, ...filter }: Partial<ShiftFilter>,
  format: 'csv' | 'xlsx',
  columns?: readonly string[],
): string => exportHref('/shifts/export', { ...filter, columns }, format)

/** One shift with all that its page tells. */
export function useShift(id: string) {
  return useQuery(shifts.get.queryOptions({ input: { id } }))
}

/** What filters and forms choose from (Spec §9: filter data is stale after 15 minutes). */
export function useShiftOptions(schoolId?: string | null) {
  return useQuery({
    ...shifts.options.queryOptions({ input: schoolId ? { school_id: schoolId } : {} }),
    staleTime: constants.prefetch.filterDataStaleMs,
  })
}

const touches = shiftTouches
const quiet = (done?: string) => ({ quiet: true, ...(done && { done }), touches })

export const useCreateShift = () => useMutation({ ...shifts.create.mutationOptions(), meta: quiet() })
export const useCreateSeries = () => useMutation({ ...shifts.createSeries.mutationOptions(), meta: quiet() })
export const useUpdateShift = () =>
  useMutation({ ...shifts.update.mutationOptions(), meta: quiet('Changes saved') })
/** One of several changes, which are told together. */
export const useUpdateOneOfMany = () => useMutation({ ...shifts.update.mutationOptions(), meta: quiet() })
export const useUpdateSeries = () => useMutation({ ...shifts.updateSeries.mutationOptions(), meta: quiet() })
export const useCloneShift = () => useMutation({ ...shifts.clone.mutationOptions(), meta: quiet() })

type Several<Input> = { mutationFn?: (input: Input, ...rest: never[]) => Promise<Outcome[]> }

/** A command on several, sent again for those that a request had no time for, until each was reached. */
export const untilReached = <Input extends { shifts: readonly { id: string }[] }>({
  mutationFn: send,
  ...options
}: Several<Input>) => {
  const mutationFn = async (input: Input): Promise<Outcome[]> => {
    const outcomes = await send!(input)
    const left = outcomes.filter(({ reason }) => reason === 'not_reached')
    if (left.length === 0) return outcomes
    const rest = input.shifts.filter(({ id }) => left.some((one) => one.id === id))
    const answer = await mutationFn({ ...input, shifts: rest }).catch((error: unknown) =>
      left.map((one): Outcome => ({ ...one, message: messageOf(error), reason: null })),
    )
    return [...outcomes.filter((one) => !left.includes(one)), ...answer]
  }
  return { ...options, mutationFn }
}

// Commands on several at once: what was refused is told row by row where it was asked.
const several = { touches, failed: 'Nothing was changed' }
export const useSubmit = () =>
  useMutation({ ...untilReached(shifts.submit.mutationOptions()), meta: several })
export const usePublish = () =>
  useMutation({ ...untilReached(shifts.publish.mutationOptions()), meta: several })
export const useApprove = () =>
  useMutation({ ...untilReached(shifts.approve.mutationOptions()), meta: several })
export const useRemove = () =>
  useMutation({ ...untilReached(shifts.remove.mutationOptions()), meta: several })

export const useCounterSeveral = () =>
  useMutation({ ...untilReached(shifts.counterSeveral.mutationOptions()), meta: quiet() })
export const useAnswerCounters = () =>
  useMutation({ ...untilReached(shifts.answerCounters.mutationOptions()), meta: several })
export const useCounter = () =>
  useMutation({ ...shifts.counter.mutationOptions(), meta: quiet('Proposal sent') })
export const useAskChange = () => useMutation({ ...shifts.askChange.mutationOptions(), meta: quiet() })

/** Says of how many shifts a command went through, and leads to them where the list may not show them: "3 shifts submitted". */
export function tellDone(outcomes: readonly Outcome[], action: string, view?: () => void): void {
  const done = outcomes.filter(({ ok }) => ok).length
  if (done > 0)
    toast.next(
      `${done} ${done === 1 ? 'shift' : 'shifts'} ${action}`,
      view ? [{ label: 'View', onPress: view }] : [],
    )
}
