import { startDialogFocus } from './dialog-focus.ts'
import { startTips } from './tips.ts'
import { startNotes } from './typed.ts'

/** What comes with the first pointer or focus that moves: the names of icon-only buttons, where dialogs begin, and what is typed. */
export function atFirstMove(): void {
  startTips()
  startNotes()
  startDialogFocus()
}
