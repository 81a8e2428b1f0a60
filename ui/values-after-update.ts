/**
 * What the form shows once a newer version was loaded. Undefined if others changed what is being typed here: the form then stays at the
 * version that it was opened with, so that saving is refused and neither text is lost.
 */
export function valuesAfterUpdate<Values>(typed: Values, opened: Values, stored: Values): Values | undefined {
  const [mine, before, theirs] = [typed, opened, stored].map((values) => JSON.stringify(values))
  if (mine === before) return stored
  return before === theirs || mine === theirs ? typed : undefined
}

/**
 * What a form with several choices shows once a newer version was loaded: what others chose, with what was chosen and removed here since it
 * was opened.
 */
export const mergedChoice = <Id>(opened: readonly Id[], mine: readonly Id[], stored: readonly Id[]): Id[] => [
  ...stored.filter((id) => mine.includes(id) || !opened.includes(id)),
  ...mine.filter((id) => !opened.includes(id) && !stored.includes(id)),
]
