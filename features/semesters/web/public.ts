import { memory } from './remembered-semester.ts'

export { LazySemesterPickerSlot as SemesterPickerSlot } from './LazySemesterPickerSlot.tsx'

/** The id of the semester that was chosen in the bar for a school; null where none was. */
export const recallSemester = (schoolId: string): string | null => memory.recall(schoolId)
