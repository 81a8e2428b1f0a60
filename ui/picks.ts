/** One of the schools, facilities, people, cohorts or shifts that can be chosen in a field. */
export interface PickItem {
  id: string
  name: string
  /** What distinguishes it from others with its name: the site of a unit. It is searched too. */
  detail?: string | null | undefined
  isDisabled?: boolean | undefined
}

/** At most this many are rendered at once; to find others, the person types part of the name. */
const MAX_RENDERED = 100

/** Those with every typed word in their name or detail, and how many more there are than are rendered. */
export function matchingPicks<Item extends Pick<PickItem, 'name' | 'detail'>>(
  among: readonly Item[],
  search: string,
  most = MAX_RENDERED,
): { rendered: Item[]; left: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = among.filter(({ name, detail }) => {
    const text = `${name} ${detail ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return { rendered: found.slice(0, most), left: Math.max(0, found.length - most) }
}
