import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { needsSchool } from '#features/role-views/rules.ts'

/** Loaded after the page, because it has to load the semesters first anyway. */
const Picker = lazy(() => import('./SemesterPicker.tsx').then((file) => ({ default: file.SemesterPicker })))

/** The semester picker in the app frame: in the school layout, for its administrators and the superadmin. No one else loads its code. */
export function LazySemesterPickerSlot(): ReactNode {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isSchoolAdmin = me.role === 'school_admin' || me.role === 'school_super_admin'
  const isShown = isSchoolAdmin || (me.role === 'superadmin' && needsSchool(path) && me.selected_school_id)
  return isShown ? (
    <Picker manageHref={me.role === 'superadmin' ? '/admin/semesters' : '/school/settings'} />
  ) : null
}
