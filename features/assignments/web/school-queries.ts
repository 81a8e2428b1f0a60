import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import { assignments, calls, shifts } from './queries.ts'

// Dashboards and students depend on this feature, so they are named by key only, to avoid an import cycle.
const dashboards = featureApi<Record<string, never>>('dashboards').key()
// Attendance is on the same page as the roster.
const attendance = featureApi<Record<string, never>>('attendance').key()
const touches = [assignments.key(), shifts.key(), attendance, dashboards]
const failed = (what: string) => (message: string) => `${what}: ${message}`

export const useAssign = () =>
  useMutation({ ...assignments.assign.mutationOptions(), meta: { quiet: true, touches } })
/** The same on this shift and all later ones of its series; `next` is where it stopped if a later call failed. */
export const useAssignSeries = () =>
  useMutation({
    mutationFn: async (input: Parameters<typeof calls.assignSeries>[0]) => {
      let { shifts: done, next } = await calls.assignSeries(input)
      while (next) {
        const more = await calls.assignSeries({ ...input, shift_id: next.shift_id }).catch(() => null)
        if (!more) break
        done = [...done, ...more.shifts]
        next = more.next
      }
      return { shifts: done, next }
    },
    meta: { quiet: true, touches },
  })
export const useDecide = () =>
  useMutation({
    ...assignments.decide.mutationOptions(),
    meta: { failed: failed('The request was not answered'), touches },
    onSuccess: (_row, { decision }) =>
      toast.success(
        { assign: 'Seat given', waitlist: 'Put on the waitlist', decline: 'Request declined' }[decision],
      ),
  })
export const useRemoveStudent = () =>
  useMutation({
    ...assignments.remove.mutationOptions(),
    meta: { quiet: true, done: 'Taken off the shift', touches },
  })
export const useKeep = () =>
  useMutation({
    ...assignments.keep.mutationOptions(),
    meta: { done: 'The seat is kept', failed: failed('The answer was not saved'), touches },
  })
/** The same for the actions kit, which reports the results. */
export const useAnswerRequest = () =>
  useMutation({ ...assignments.decide.mutationOptions(), meta: { quiet: true, touches } })
export const useKeepSeat = () =>
  useMutation({ ...assignments.keep.mutationOptions(), meta: { quiet: true, touches } })
export const useDecideSwap = () =>
  useMutation({
    ...assignments.decideSwap.mutationOptions(),
    meta: { failed: failed('The swap was not decided'), touches },
    onSuccess: (_row, { accept }) => toast.success(accept ? 'Swap done' : 'Swap refused'),
  })
export const useAssignMakeup = () =>
  useMutation({
    ...assignments.assignMakeup.mutationOptions(),
    meta: { quiet: true, done: 'Make-up assigned', touches },
  })
export const useWaiveMakeup = () =>
  useMutation({
    ...assignments.waiveMakeup.mutationOptions(),
    meta: { done: 'Hours waived', failed: failed('The hours were not waived'), touches },
  })
