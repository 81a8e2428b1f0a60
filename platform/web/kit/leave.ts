import { discardTexts } from '#ui/confirm-discard.ts'
import { question } from './question.ts'

/** Asks whether unsaved text on a page may be discarded. Dialogs and drawers use `ui/close-guard.ts`. */
export async function confirmDiscard(): Promise<boolean> {
  return (await question({ ...discardTexts, isDanger: true, isCancelFirst: true })) !== undefined
}
