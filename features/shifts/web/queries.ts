import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { howMany } from '#core/number-text.ts'
import { featureApi, keysOf, messageOf } from '#platform/web/api.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { toast } from '#ui/toast.ts'
import type { Outcome, ShiftFilter, shiftsContract } from '../contract.ts'

export const shifts = featureApi<typeof shiftsContract>('shifts')

/** The queries to invalidate after a shift changed. */
export const shiftTouches = keysOf(
  'shifts',
  'shiftApprovals',
  'openSlots',
  'assignments',
  'dashboards',
  'privacy',
  'semesters',
  'calendarFeeds',
  'rotations',
)

/** A page of shifts; the previous one stays while the next is fetched. */
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

/** Shifts by series and unit. Refetched whenever it is shown, because others answer too. */
export function useSeries(
  filter: Partial<Omit<ShiftFilter, 'sort' | 'dir'>>,
  page: { page?: number; page_size?: number } = {},
) {
  return useQuery({
    ...shifts.series.queryOptions({ input: { ...filter, ...page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: freshOnMount.refetchOnMount,
  })
}

/** The download address for the list of a filter; a file is always ordered by day. */
export const shiftsFile = (
  { sort: _sort, dir: _dir, ...filter }: Partial<ShiftFilter>,
  format: 'csv' | 'xlsx',
  columns?: readonly string[],
): string => exportHref('/shifts/export', { ...filter, columns }, format)

/** One shift with everything its page shows. */
export function useShift(id: string) {
  return useQuery(shifts.get.queryOptions({ input: { id } }))
}

/** The options of filters and forms (Spec §9: filter data is stale after 15 minutes). */
export function useShiftOptions(schoolId?: string | null) {
  return useQuery({
    ...shifts.options.queryOptions({ input: schoolId ? { school_id: schoolId } : {} }),
    staleTime: constants.prefetch.filterDataStaleMs,
  })
}

const touches = shiftTouches
const quiet = (done?: string) => ({ quiet: true, done, touches })

export const useCreateShift = () => useMutation({ ...shifts.create.mutationOptions(), meta: quiet() })
export const useCreateSeries = () => useMutation({ ...shifts.createSeries.mutationOptions(), meta: quiet() })
export const useUpdateShift = () =>
  useMutation({ ...shifts.update.mutationOptions(), meta: quiet('Changes saved') })
/** One of several changes that share one message. */
export const useUpdateOneOfMany = () => useMutation({ ...shifts.update.mutationOptions(), meta: quiet() })
export const useCloneShift = () => useMutation({ ...shifts.clone.mutationOptions(), meta: quiet() })

type Several<Input> = { mutationFn?: (input: Input, ...rest: never[]) => Promise<Outcome[]> }

/** Repeats a command for the shifts that a request had no time for, until all were reached; `restOf` is the input for those. */
const repeat = <Input>(
  { mutationFn: send, ...options }: Several<Input>,
  restOf: (input: Input, left: readonly string[], reached: readonly Outcome[]) => Input,
) => {
  const mutationFn = async (input: Input): Promise<Outcome[]> => {
    const outcomes = await send!(input)
    const left = outcomes.filter(({ reason }) => reason === 'not_reached')
    if (left.length === 0) return outcomes
    const reached = outcomes.filter((one) => !left.includes(one))
    const ids = left.map(({ id }) => id)
    const answer = await mutationFn(restOf(input, ids, reached)).catch((error: unknown) =>
      left.map((one): Outcome => ({ ...one, message: messageOf(error), reason: null })),
    )
    return [...reached, ...answer]
  }
  return { ...options, mutationFn }
}

/** Repeats a command on several shifts until all were reached. */
export const retryUntilReached = <Input extends { shifts: readonly { id: string }[] }>(
  options: Several<Input>,
) =>
  repeat(options, (input, left) => ({
    ...input,
    shifts: input.shifts.filter(({ id }) => left.includes(id)),
  }))

type OfSeries = { rest?: { ids: string[]; has_changed: boolean } | undefined }
/** Repeats a change of a series until all of its shifts were reached. */
export const retrySeries = <Input extends OfSeries>(options: Several<Input>) =>
  repeat(options, (input, left, reached) => ({
    ...input,
    rest: { ids: [...left], has_changed: input.rest?.has_changed === true || reached.some(({ ok }) => ok) },
  }))
export const useUpdateSeries = () =>
  useMutation({ ...retrySeries(shifts.updateSeries.mutationOptions()), meta: quiet() })

// Bulk commands: refusals are shown row by row where the command was given.
const several = { touches, failed: 'Nothing was changed' }
export const useSubmit = () =>
  useMutation({ ...retryUntilReached(shifts.submit.mutationOptions()), meta: several })
export const usePublish = () =>
  useMutation({ ...retryUntilReached(shifts.publish.mutationOptions()), meta: several })
export const useApprove = () =>
  useMutation({ ...retryUntilReached(shifts.approve.mutationOptions()), meta: several })
export const useRemove = () =>
  useMutation({ ...retryUntilReached(shifts.remove.mutationOptions()), meta: several })

export const useCounterSeveral = () =>
  useMutation({ ...retryUntilReached(shifts.counterSeveral.mutationOptions()), meta: quiet() })
/** With `isQuiet`, the dialog shows the failure. */
export const useAnswerCounters = ({ isQuiet = false } = {}) =>
  useMutation({
    ...retryUntilReached(shifts.answerCounters.mutationOptions()),
    meta: isQuiet ? quiet() : several,
  })
export const useAskSeveral = () =>
  useMutation({ ...retryUntilReached(shifts.askSeveral.mutationOptions()), meta: quiet() })
export const useAnswerSeveral = () =>
  useMutation({ ...retryUntilReached(shifts.answerSeveral.mutationOptions()), meta: quiet() })
export const useCounter = () =>
  useMutation({ ...shifts.counter.mutationOptions(), meta: quiet('Suggestion sent') })
export const useAskChange = () => useMutation({ ...shifts.askChange.mutationOptions(), meta: quiet() })

/** Says how many shifts a command succeeded for ("3 shifts submitted"), with a link to them if the list may not show them. */
export function showDoneToast(outcomes: readonly Outcome[], action: string, view?: () => void): void {
  const done = outcomes.filter(({ ok }) => ok).length
  if (done > 0)
    toast.next(`${howMany(done, 'shift')} ${action}`, view ? [{ label: 'View', onPress: view }] : [])
}

/** "1 shift stayed as it was", "3 shifts stayed as they were". */
export const unchangedWords = (count: number): string =>
  howMany(count, 'shift stayed as it was', 'shifts stayed as they were')

/** Says how many shifts stayed as they were, and why the first did. */
export function showRefused(refused: readonly Outcome[], view?: () => void): void {
  const [first] = refused
  if (first)
    toast.warning(
      unchangedWords(refused.length),
      first.message ?? undefined,
      view && { label: 'View', onPress: view },
    )
}
