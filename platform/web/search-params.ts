/** A text from the address, or undefined if it is missing, empty or not a text; at most 200 characters. */
export function textParam(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 200) : undefined
}

/** One of the allowed values, or undefined for anything else in the address. */
export function choiceParam<const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value)
}

/** An id from the address (a UUID), or undefined. */
export function idParam(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? value
    : undefined
}

/** A semester from the address: its id, or `all`. */
export function semesterParam(value: unknown): string | undefined {
  return value === 'all' ? value : idParam(value)
}

/** The texts of an address under these names, which are separated by spaces; all others are left out. */
export function textParams(search: Record<string, unknown>, names: string): Record<string, string> {
  return knownParams(
    Object.fromEntries(names.split(' ').map((name) => [name, textParam(search[name])])),
  ) as Record<string, string>
}

/** A whole number from the address from 1 to `most`, or undefined. Leading zeros (as in a ZIP code) are lost. */
export function countParam(value: unknown, most: number): number | undefined {
  const count = Number(value)
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined
}

/** A page number from 2 on; the first page needs no parameter in the address. */
export function pageParam(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 10_000 ? page : undefined
}

/** Leaves out undefined values, so that the address contains only what was chosen. */
export function definedParams<Params extends Record<string, unknown>>(
  params: Params,
): {
  [Key in keyof Params]?: Exclude<Params[Key], undefined>
} {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never
}

/**
 * What a route reads from its address (`validateSearch`). Invalid values stay as undefined under their names, because for a missing name
 * the router passes on what was typed.
 */
export function knownParams<Params extends Record<string, unknown>>(
  params: Params,
): {
  [Key in keyof Params]?: Exclude<Params[Key], undefined>
} {
  return params as never
}
