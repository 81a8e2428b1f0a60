import { startDialogFocus } from './dialog-focus.ts'
import { startTips } from './tips.ts'

/** What comes with the first pointer or focus that moves: the names of icon-only buttons, and where dialogs begin. */
export function atFirstMove(): void {
  startTips()
  startDialogFocus()
}
