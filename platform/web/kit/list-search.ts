import { knownParams } from '../search-params.ts'

/** Parameters of an address. */
export type ListSearch = Record<string, string | number | boolean | undefined>

/**
 * The search of a page that is a list: short texts and numbers pass, because the list itself reads them with its own filters (`useList`). A
 * new filter needs no line in its route.
 */
export const listSearch = (search: Record<string, unknown>): ListSearch =>
  knownParams(
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [
        name,
        typeof value === 'string' && value !== ''
          ? value.slice(0, 400)
          : typeof value === 'number' || typeof value === 'boolean'
            ? value
            : undefined,
      ]),
    ),
  )
