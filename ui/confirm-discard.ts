import { confirm } from './confirm.tsx'

export const discardTexts = {
  title: 'Discard what you typed?',
  body: 'It hasn’t been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}

/** Asks whether unsaved text in a dialog may be discarded. */
export const confirmDiscard = async (): Promise<boolean> =>
  (await confirm({ ...discardTexts, danger: true, isCancelFirst: true })) !== false
