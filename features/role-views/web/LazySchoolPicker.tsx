import { lazy } from 'react'

/** Only superadmins load it. */
export const LazySchoolPicker = lazy(() =>
  import('./SchoolPicker.tsx').then((file) => ({ default: file.SchoolPicker })),
)
