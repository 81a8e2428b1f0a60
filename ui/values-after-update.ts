/**
 * What the form shows once a newer version was loaded. Undefined if others changed what is being typed here: the form then stays at the
 * version that it was opened with, so that saving is refused and neither text is lost.
 */
export function valuesAfterUpdate<Values>(typed: Values, opened: Values, stored: Values): Values | undefined {
  const [mine, before, theirs] = [typed, opened, stored].map((values) => JSON.stringify(values))
  if (mine === before) return stored
  return before === theirs || mine === theirs ? typed : undefined
}
