export { LazySemesterPickerSlot as SemesterPickerSlot } from './LazySemesterPickerSlot.tsx'

export { SemesterScopeSelect } from './SemesterScopeSelect.tsx'
export { type SemesterScope, useSemesterScope } from './use-semester-scope.ts'
