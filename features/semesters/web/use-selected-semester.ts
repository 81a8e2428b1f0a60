import { ALL_SEMESTERS } from '../rules.ts'
import { useSemesterScope } from './use-semester-scope.ts'

/** The selected semester for the frame's picker: the scope of all pages. Only active semesters can be chosen. */
export function useSelectedSemester() {
  const { schoolId, query, semesters, semester, id, isKnown, choose } = useSemesterScope()
  return {
    schoolId,
    query,
    /** The active semesters, which may be chosen, latest first. */
    choices: semesters?.filter(({ is_active }) => is_active),
    semester,
    /** The selected radio option. */
    value: isKnown && semesters ? (id ?? ALL_SEMESTERS) : null,
    select: (value: string): void => choose(value, false),
  }
}

export type SelectedSemester = ReturnType<typeof useSelectedSemester>

/** True when nothing could be loaded; data from before a failure still counts. */
export const hasFailed = ({ query }: SelectedSemester): boolean => query.isError && !query.data

/** The label of the picker's button. */
export function pickerLabel(selected: SelectedSemester): string {
  if (hasFailed(selected)) return 'No semesters loaded'
  if (selected.query.isPending) return 'Loading…'
  return selected.semester?.name ?? (selected.choices?.length ? 'All semesters' : 'No semester')
}
