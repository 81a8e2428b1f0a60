import { discardWords } from '#ui/leave.ts'
import { question } from './question.ts'

/** Asks whether unsaved text on a page may be discarded. Dialogs and drawers use `ui/leaving.ts`. */
export async function mayDiscard(): Promise<boolean> {
  return (await question({ ...discardWords, isDanger: true, isCancelFirst: true })) !== undefined
}
