/** One of the schools, facilities, people, cohorts or shifts that a field chooses among. */
export interface PickItem {
  id: string
  name: string
  /** What tells it from others of its name: the site of a unit. It is searched too. */
  detail?: string | null | undefined
  isDisabled?: boolean | undefined
}

/** So many are drawn at once; of more the person types a part of the name. */
export const MOST_DRAWN = 100

/** Those with every typed word in their name or detail, and how many more there are than are drawn. */
export function fittingPicks<Item extends Pick<PickItem, 'name' | 'detail'>>(
  among: readonly Item[],
  search: string,
  most = MOST_DRAWN,
): { drawn: Item[]; left: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = among.filter(({ name, detail }) => {
    const text = `${name} ${detail ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return { drawn: found.slice(0, most), left: Math.max(0, found.length - most) }
}
