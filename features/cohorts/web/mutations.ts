import { useMutation } from '@tanstack/react-query'
import { formatNumber, howMany } from '#core/number-text.ts'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import { cohorts } from './queries.ts'

// Lists of students depend on this feature and show the cohort: named by key only, to avoid an import cycle.
const students = featureApi<Record<string, never>>('students').key()
const people = featureApi<Record<string, never>>('people').key()
const audit = featureApi<Record<string, never>>('audit').key()
const touches = [cohorts.key(), students, people, audit]

export function useCreateCohort() {
  return useMutation({
    ...cohorts.create.mutationOptions(),
    meta: { quiet: true, done: 'Cohort created successfully', touches },
  })
}

export function useUpdateCohort() {
  return useMutation({
    ...cohorts.update.mutationOptions(),
    meta: { quiet: true, done: 'Cohort updated successfully', touches },
  })
}

export function useSetAdvisors() {
  return useMutation({
    ...cohorts.setAdvisors.mutationOptions(),
    meta: { quiet: true, done: 'Advisors saved', touches },
  })
}

export function useSetStatus() {
  return useMutation({
    ...cohorts.setStatus.mutationOptions(),
    meta: { quiet: true, done: 'Status changed', touches },
  })
}

export function useRestoreCohort() {
  return useMutation({
    ...cohorts.restore.mutationOptions(),
    meta: { quiet: true, done: 'Cohort restored', touches },
  })
}

export function useArchiveCohort() {
  return useMutation({ ...cohorts.archive.mutationOptions(), meta: { quiet: true, touches } })
}

export function useUndoChange() {
  return useMutation({
    ...cohorts.undoChange.mutationOptions(),
    meta: { failed: 'It couldn’t be undone', touches },
    onSuccess: ({ undone, left_out: leftOut }) =>
      toast.success(
        undone === 1 ? 'Undone for 1 student' : `Undone for ${undone} students`,
        leftOut > 0
          ? `${howMany(leftOut, 'was changed again since and stays where it is', 'were changed again since and stay where they are')}.`
          : undefined,
      ),
  })
}

/** Moves students or ends their memberships; the success message has an undo. */
export function useChangeMemberships() {
  const undo = useUndoChange()
  return useMutation({
    ...cohorts.changeMemberships.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: ({ change_id: id, done }, { cohort_id: to }) => {
      const who = done === 1 ? '1 student' : `${done} students`
      toast.undo(to ? `${who} moved` : `${who} removed from the cohort`, () => undo.mutate({ id }))
    },
  })
}

/** Graduates cohorts; the message of a single graduation has an undo. */
export function useGraduate() {
  const undo = useUndoChange()
  return useMutation({
    ...cohorts.graduate.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: (done) => {
      const total = done.reduce((sum, { graduated }) => sum + graduated, 0)
      const words = `${total === 1 ? '1 student' : `${formatNumber(total)} students`} graduated`
      const [only] = done
      if (done.length === 1 && only) toast.undo(words, () => undo.mutate({ id: only.change_id }))
      else toast.success(words, 'You can undo a graduation in the cohort’s history for 24 hours.')
    },
  })
}
