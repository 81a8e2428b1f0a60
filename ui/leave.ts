import { confirm } from './confirm.tsx'

/** May what was typed and not saved be given up? Asked wherever a form, a dialog or a page of its own is left. */
export async function mayDiscard(): Promise<boolean> {
  const answer = await confirm({
    title: 'Discard what you typed?',
    body: 'Nothing of it has been saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    danger: true,
    isCancelFirst: true,
  })
  return answer !== false
}
