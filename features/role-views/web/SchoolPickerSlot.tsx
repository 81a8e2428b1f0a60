import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { needsSchool } from '../rules.ts'
import classes from './SchoolPickerSlot.module.css'

const SchoolPicker = lazy(() => import('./SchoolPicker.tsx').then((file) => ({ default: file.SchoolPicker })))

/** The frame's place for the picker: for superadmins, where a school is worked in. Nobody else loads it. */
export function SchoolPickerSlot(): ReactNode {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return me.role === 'superadmin' && needsSchool(path) ? (
    <Suspense fallback={<div className={classes.place} />}>
      <SchoolPicker />
    </Suspense>
  ) : null
}
