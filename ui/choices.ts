/** The choice for each item of a list, by its id; an item with no entry, or an empty one, is undecided. */
export type Choices = Readonly<Record<string, string>>

type Item = { id: string }

/** The choice that all of these items share; empty if one is undecided or they differ. */
export function commonChoice(items: readonly Item[], choices: Choices): string {
  const [first] = items
  const choice = first && choices[first.id]
  return choice && items.every(({ id }) => choices[id] === choice) ? choice : ''
}

/** How many of these items have no choice yet. */
export function countUndecided(items: readonly Item[], choices: Choices): number {
  return items.filter(({ id }) => !choices[id]).length
}

/** The choices with one more for several items at once. */
export function withChoice(choices: Choices, items: readonly Item[], choice: string): Choices {
  return { ...choices, ...Object.fromEntries(items.map(({ id }) => [id, choice])) }
}
