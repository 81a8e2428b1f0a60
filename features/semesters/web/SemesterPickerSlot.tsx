import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { needsSchool } from '#features/role-views/rules.ts'
import { useFirstUse } from '#ui/first-use.ts'
import { SemesterPickerButton } from './SemesterPickerButton.tsx'
import { pickerLabel, useSelectedSemester } from './use-selected-semester.ts'

const load = () => import('./SemesterPickerMenu.tsx').then((file) => file.SemesterPickerMenu)

/** The frame's place for the semester worked in: in the school layout, for its administrators and the superadmin. */
export function SemesterPickerSlot(): ReactNode {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isSchoolAdmin = me.role === 'school_admin' || me.role === 'school_super_admin'
  const isShown = isSchoolAdmin || (me.role === 'superadmin' && needsSchool(path) && me.selected_school_id)
  return isShown ? (
    <SemesterPicker manageHref={me.role === 'superadmin' ? '/admin/semesters' : '/school/settings'} />
  ) : null
}

/** Says which one it is; the menu to choose from comes with the first use. */
function SemesterPicker({ manageHref }: { manageHref: string }): ReactNode {
  const selected = useSelectedSemester()
  const { Panel, handlers } = useFirstUse(load)
  return Panel ? (
    <Panel manageHref={manageHref} selected={selected} />
  ) : (
    <SemesterPickerButton
      label={pickerLabel(selected)}
      aria-haspopup="menu"
      aria-expanded={false}
      {...handlers}
    />
  )
}
