import { startKeepingFocus } from './keep-focus.ts'
import { startDialogFocus } from './dialog-focus.ts'
import { startCloseGuard } from './close-guard.ts'
import { startTips } from './tips.ts'

/**
 * What loads at the first pointer or focus movement: tooltips of icon-only buttons, the focus of dialogs and of what disappears, and asking
 * before dialogs close.
 */
export function atFirstMove(): void {
  startTips()
  startCloseGuard()
  startDialogFocus()
  startKeepingFocus()
}
