// A checkbox and a file field have the mark themselves; a group of choices has it around them.
const wrong = '[aria-invalid="true"], :is(input, fieldset)[data-error="true"], [data-error="true"] input'

/** Focuses the first wrong field of a form, or the message of its errors. */
export function focusFirst(within: HTMLElement | null): void {
  const field = within?.querySelector<HTMLElement>(wrong)
  ;(field ?? within?.querySelector<HTMLElement>('[role="alert"]'))?.focus()
}

/** The same, once React has rendered the errors. */
export const focusFirstSoon = (within: HTMLElement | null): void =>
  void requestAnimationFrame(() => focusFirst(within))
