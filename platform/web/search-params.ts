/** A text of the address, or nothing when it is missing, empty or no text; at most 200 characters. */
export function textParam(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 200) : undefined
}

/** One of the allowed words, or nothing: whatever else someone typed into the address is ignored. */
export function choiceParam<const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value)
}

/** An id of the address (a UUID), or nothing. */
export function idParam(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? value
    : undefined
}

/** A semester of the address: its id, or `all`. */
export function semesterParam(value: unknown): string | undefined {
  return value === 'all' ? value : idParam(value)
}

/** The texts of an address under these names, set apart by blanks; all else that someone typed is left out. */
export function textParams(search: Record<string, unknown>, names: string): Record<string, string> {
  return knownParams(
    Object.fromEntries(names.split(' ').map((name) => [name, textParam(search[name])])),
  ) as Record<string, string>
}

/** A whole number of the address from 1 to `most`, or nothing. Digits of which zeros lead (a ZIP code) lose them here. */
export function countParam(value: unknown, most: number): number | undefined {
  const count = Number(value)
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined
}

/** A page number from 2 on; the first page needs no word in the address. */
export function pageParam(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 10_000 ? page : undefined
}

/** Leaves out what is undefined, so that the address carries only what was chosen. */
export function definedParams<Params extends Record<string, unknown>>(
  params: Params,
): {
  [Key in keyof Params]?: Exclude<Params[Key], undefined>
} {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never
}

/**
 * What a route reads of its address (`validateSearch`). What is not valid stays as undefined under its name: of a name that is
 * left out, the router hands the page what was typed.
 */
export function knownParams<Params extends Record<string, unknown>>(
  params: Params,
): {
  [Key in keyof Params]?: Exclude<Params[Key], undefined>
} {
  return params as never
}
