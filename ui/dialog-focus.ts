const fields = ':is(input:not([type="hidden"]), select, textarea, [role="combobox"]):not(:disabled)'
const reachable = `${fields}, a[href], button:not(:disabled), summary, [tabindex="0"]`
/** How long (ms) an opened dialog waits for a form that is still loading. */
const PATIENCE_MS = 5_000

const seen = new WeakSet<Element>()

/**
 * A dialog without a field marked `data-autofocus` opens with the focus on its Close button, the first thing in it. If it contains a form,
 * this moves the focus to the form's first field, or to its main button if it has no field.
 */
export function startDialogFocus(): void {
  document.addEventListener('focusin', onFocus)
}

function onFocus({ target }: FocusEvent): void {
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null
  if (!dialog || seen.has(dialog)) return
  seen.add(dialog)
  const close = (target as Element).closest<HTMLElement>('.mantine-Modal-close, .mantine-Drawer-close')
  if (!close) return
  // The library sets the focus twice.
  requestAnimationFrame(() => move(dialog, close) || whenLoaded(dialog, close))
}

/** Moves the focus into the form; returns true if there is nothing left to wait for. */
function move(dialog: Element, close: HTMLElement): boolean {
  if (document.activeElement !== close || !close.isConnected) return true
  const first = [...dialog.querySelectorAll<HTMLElement>(reachable)].find(
    (one) => one !== close && one.tabIndex >= 0 && one.checkVisibility(),
  )
  if (!first) return false
  const isField = first.matches(fields)
  const main = (first as HTMLButtonElement).form?.querySelector<HTMLElement>('[type="submit"]:not(:disabled)')
  const asksOnly = !isField && !(first as HTMLButtonElement).form?.querySelector(fields)
  if (isField) chosenOf(first).focus({ preventScroll: true })
  else if (asksOnly) main?.focus({ preventScroll: true })
  return true
}

/** The chosen one of a group of radio buttons, as with the Tab key. */
function chosenOf(field: HTMLElement): HTMLElement {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  const group = field.closest('[role="radiogroup"], fieldset, form')
  return group?.querySelector<HTMLElement>('input[type="radio"]:checked') ?? field
}

function whenLoaded(dialog: Element, close: HTMLElement): void {
  const watch = new MutationObserver(() => move(dialog, close) && watch.disconnect())
  watch.observe(dialog, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), PATIENCE_MS)
}
