export { LazySemesterPickerSlot as SemesterPickerSlot } from './LazySemesterPickerSlot.tsx'
