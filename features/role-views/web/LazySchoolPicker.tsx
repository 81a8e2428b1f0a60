import { lazy } from 'react'

/** For the superadmin alone: no one else fetches it. */
export const LazySchoolPicker = lazy(() =>
  import('./SchoolPicker.tsx').then((file) => ({ default: file.SchoolPicker })),
)
