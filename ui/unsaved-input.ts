/**
 * The original content of each form's fields. Forms are compared with that, not watched, so text that was typed and removed, or sent and
 * emptied, needs no question.
 */
const before = new WeakMap<Element, { content: string; isTouched: boolean }>()

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The current content of a form's fields; for a dialog, that of its fields outside of any form, except switches and choices of a view, which
 * take effect at once. Of boxes only those that are ticked, because a search shows others.
 */
function contentOf(scope: Element): string {
  const fields = [...scope.querySelectorAll<Field>('input:not([type="search"]), select, textarea')]
  const own = fields.filter(({ form, type, role }) =>
    form ? form === scope : type !== 'radio' && role !== 'switch',
  )
  return JSON.stringify(
    own.flatMap((field) =>
      !/checkbox|radio/.test(field.type) ? field.value : (field as HTMLInputElement).checked ? field.id : [],
    ),
  )
}

/**
 * Runs before something in a dialog gets the focus, a press or a key. The first press counts, because until then data may still load into a
 * form.
 */
export function trackInput({ target, type }: Pick<Event, 'target' | 'type'>): void {
  const scope = target instanceof Element && (target.closest('form') ?? target.closest('[role="dialog"]'))
  if (!scope) return
  const known = before.get(scope)
  if (known?.isTouched) return
  // A value that is set without a key, by a password manager or by dictation, is noticed only after it has changed.
  const content = type === 'input' && known ? known.content : contentOf(scope)
  before.set(scope, { content, isTouched: !type.startsWith('focus') })
}

/** A form was saved (`useSchemaForm` dispatches an event): it is compared with its saved content from now on. */
export function trackSaved({ target }: Pick<Event, 'target'>): void {
  before.delete(target as Element)
}

/** True if something was typed or chosen in this dialog or page that is not saved. */
export function hasTyped(here: Element): boolean {
  return [here, ...here.querySelectorAll('form, [role="dialog"]')].some((scope) => {
    const known = before.get(scope)
    // If nothing was pressed, the difference comes from loaded data.
    return known?.isTouched === true && known.content !== contentOf(scope)
  })
}
