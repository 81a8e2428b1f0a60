/**
 * What the fields of each form held before anyone touched it. A form is compared with that and not watched: what was typed and taken
 * back, or sent and emptied, asks no one to discard it.
 */
const before = new WeakMap<Element, { content: string; isTouched: boolean }>()

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isChoice = ({ type }: Field) => type === 'checkbox' || type === 'radio'

/** What the fields of a form hold now; of a dialog what its fields outside of any form hold, but for what is saved at a press. */
function contentOf(scope: Element): string {
  const fields = [...scope.querySelectorAll<Field>('input:not([type="search"]), select, textarea')]
  const own = fields.filter((field) => (field.form ? field.form === scope : !isChoice(field)))
  return JSON.stringify(
    own.map((field) => (isChoice(field) ? (field as HTMLInputElement).checked : field.value)),
  )
}

/**
 * Before something in a dialog gets the focus, a press or a key. The first press counts: until then a form may still be filled in with
 * what is being loaded.
 */
export function noteTouch({ target, type }: Pick<Event, 'target' | 'type'>): void {
  const scope = target instanceof Element && (target.closest('form') ?? target.closest('[role="dialog"]'))
  if (!scope) return
  const known = before.get(scope)
  if (known?.isTouched) return
  // A value that is set without a key, by a password manager or by dictation, is heard after it has changed.
  const content = type === 'input' && known ? known.content : contentOf(scope)
  before.set(scope, { content, isTouched: !type.startsWith('focus') })
}

/** What a form holds is saved (`useSchemaForm` says so by an event): from here on it is compared with that. */
export function noteSaved({ target }: Pick<Event, 'target'>): void {
  before.delete(target as Element)
}

/** Was something typed or chosen here, a dialog or the whole page, that is not saved? */
export function hasTyped(here: Element): boolean {
  return [here, ...here.querySelectorAll('form, [role="dialog"]')].some((scope) => {
    const known = before.get(scope)
    // Where nothing was pressed, what is different has been loaded.
    return known?.isTouched === true && known.content !== contentOf(scope)
  })
}
