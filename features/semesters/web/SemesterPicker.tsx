import type { ReactNode } from 'react'
import { useLazyPanel } from '#ui/lazy-panel.ts'
import { SemesterPickerButton } from './SemesterPickerButton.tsx'
import { pickerLabel, useSelectedSemester } from './use-selected-semester.ts'

const load = () => import('./SemesterPickerMenu.tsx').then((file) => file.SemesterPickerMenu)

/** Shows the selected semester; the menu is loaded at first use. */
export function SemesterPicker({ manageHref }: { manageHref: string }): ReactNode {
  const selected = useSelectedSemester()
  const { Panel, handlers } = useLazyPanel(load)
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
