// A check box and a field of files carry the mark themselves; a group of choices has it around them.
const wrong = '[aria-invalid="true"], :is(input, fieldset)[data-error="true"], [data-error="true"] input'

/** Puts the focus on the first field of a form that is wrong, or on what it says instead. */
export function focusFirst(within: HTMLElement | null): void {
  const field = within?.querySelector<HTMLElement>(wrong)
  ;(field ?? within?.querySelector<HTMLElement>('[role="alert"]'))?.focus()
}

/** The same, once React has rendered what is wrong. */
export const focusFirstSoon = (within: HTMLElement | null): void =>
  void requestAnimationFrame(() => focusFirst(within))
