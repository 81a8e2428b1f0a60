export { SemesterPickerSlot } from './SemesterPickerSlot.tsx'
