import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { needsFacility, needsSchool } from '../rules.ts'
import { LazySchoolPicker } from './LazySchoolPicker.tsx'
import classes from './SchoolPickerSlot.module.css'

const FacilityPicker = lazy(() =>
  import('./FacilityPicker.tsx').then((file) => ({ default: file.FacilityPicker })),
)

/** The school picker in the app frame: for superadmins, in areas of a school or facility. No one else loads it. */
export function SchoolPickerSlot(): ReactNode {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (me.role !== 'superadmin') return null
  const Picker = needsSchool(path) ? LazySchoolPicker : needsFacility(path) ? FacilityPicker : null
  return Picker ? (
    <Suspense fallback={<div className={classes.slot} />}>
      <Picker />
    </Suspense>
  ) : null
}
