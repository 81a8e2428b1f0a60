import { lazy } from 'react'

/** Comes after the page: it has to ask for the semesters first anyway. */
export const LazySemesterPickerSlot = lazy(() =>
  import('./SemesterPickerSlot.tsx').then((file) => ({ default: file.SemesterPickerSlot })),
)
