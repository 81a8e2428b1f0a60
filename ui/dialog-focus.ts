const fields = ':is(input:not([type="hidden"]), select, textarea, [role="combobox"]):not(:disabled)'
const reachable = `${fields}, a[href], button:not(:disabled), summary, [tabindex="0"]`
/** So long (ms) a dialog that opened is watched for a form that is still being loaded. */
const PATIENCE_MS = 5_000

const seen = new WeakSet<Element>()

/**
 * A dialog without a field marked `data-autofocus` opens with the focus on its Close button, the first thing in it. Where a form
 * begins in it, its first field gets the focus instead, or its main button where it only asks.
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
  // The library puts it there twice.
  requestAnimationFrame(() => move(dialog, close) || whenLoaded(dialog, close))
}

/** Moves the focus into the form; says whether nothing is left to wait for. */
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

/** Of a group of choices the one that is chosen, as with the Tab key. */
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
