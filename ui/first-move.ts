import { startDialogFocus } from './dialog-focus.ts'
import { startLeaving } from './leaving.ts'
import { startTips } from './tips.ts'

/** What comes with the first pointer or focus that moves: the names of icon-only buttons, where dialogs begin, and how they are left. */
export function atFirstMove(): void {
  startTips()
  startLeaving()
  startDialogFocus()
}
