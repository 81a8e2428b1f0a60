import { confirm } from './confirm.tsx'

export const discardWords = {
  title: 'Discard what you typed?',
  body: 'It hasn’t been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}

/** Asks whether unsaved text in a dialog may be discarded. */
export const mayDiscard = async (): Promise<boolean> =>
  (await confirm({ ...discardWords, danger: true, isCancelFirst: true })) !== false
