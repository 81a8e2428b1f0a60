import { ALL_SEMESTERS } from '../rules.ts'
import { memory } from './remembered-semester.ts'

export { LazySemesterPickerSlot as SemesterPickerSlot } from './LazySemesterPickerSlot.tsx'

export { SemesterScopeSelect } from './SemesterScopeSelect.tsx'
export { type SemesterScope, useSemesterScope } from './use-semester-scope.ts'

/** The id of the semester that was chosen for a school; null where none was, or all of them. */
export const recallSemester = (schoolId: string): string | null => {
  const chosen = memory.recall(schoolId)
  return chosen === ALL_SEMESTERS ? null : chosen
}
