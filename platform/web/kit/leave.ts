import { discardWords } from '#ui/leave.ts'
import { question } from './question.ts'

/** May what was typed on a page of its own and not saved be given up? Dialogs and drawers are asked about by `ui/leaving.ts`. */
export async function mayDiscard(): Promise<boolean> {
  return (await question({ ...discardWords, isDanger: true, isCancelFirst: true })) !== undefined
}
