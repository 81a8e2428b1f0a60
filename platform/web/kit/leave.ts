import { question } from './question.ts'

/** May what was typed and not saved be given up? Asked wherever a form, a drawer or a page of its own is left. */
export async function mayDiscard({
  title = 'Discard your changes?',
  body = 'Nothing of it has been saved.',
  confirmLabel = 'Discard',
  cancelLabel = 'Keep typing',
}: { title?: string; body?: string; confirmLabel?: string; cancelLabel?: string } = {}): Promise<boolean> {
  return (await question({ title, body, confirmLabel, cancelLabel, isDanger: true })) !== undefined
}
