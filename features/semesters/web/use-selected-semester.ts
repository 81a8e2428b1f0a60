import { ALL_SEMESTERS } from '../rules.ts'
import { useSemesterScope } from './use-semester-scope.ts'

/** What the frame's picker shows and changes: the scope of all pages, of which only active semesters may be chosen. */
export function useSelectedSemester() {
  const { schoolId, query, semesters, semester, id, isKnown, choose } = useSemesterScope()
  return {
    schoolId,
    query,
    /** The active ones, which may be chosen, latest first. */
    choices: semesters?.filter(({ is_active }) => is_active),
    semester,
    /** The radio that is set. */
    value: isKnown && semesters ? (id ?? ALL_SEMESTERS) : null,
    select: (value: string): void => choose(value, false),
  }
}

export type SelectedSemester = ReturnType<typeof useSelectedSemester>

/** Could nothing be loaded? What is older than a failure still counts. */
export const hasFailed = ({ query }: SelectedSemester): boolean => query.isError && !query.data

/** The words on the picker's button. */
export function pickerLabel(selected: SelectedSemester): string {
  if (hasFailed(selected)) return 'No semesters loaded'
  if (selected.query.isPending) return 'Loading…'
  return selected.semester?.name ?? (selected.choices?.length ? 'All semesters' : 'No semester')
}
