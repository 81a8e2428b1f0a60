import { confirm } from './confirm.tsx'

export const discardWords = {
  title: 'Discard what you typed?',
  body: 'Nothing of it has been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}

/** May what was typed in a dialog and not saved be given up? */
export const mayDiscard = async (): Promise<boolean> =>
  (await confirm({ ...discardWords, danger: true, isCancelFirst: true })) !== false
