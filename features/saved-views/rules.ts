/** Keys of an address that say where in a list one is (the page, the days looked at, what lies open), and not what is in it. */
const POSITION = ['page', 'on', 'more', 'shift', 'offer']

/** The filters in an address's search text, in one order and without the position: two that mean the same are the same text. */
export function filtersOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of POSITION) params.delete(key)
  params.sort()
  return params.toString()
}

/** The address of a page with these filters. */
export function addressOf({ page, search }: { page: string; search: string }): string {
  return search ? `${page}?${search}` : page
}

/** The most views that one person keeps. */
export const MOST_VIEWS = 50

/** Why no further view of this name can be saved here, or undefined when it can. Names differ by more than their case. */
export function saveBlocker(
  views: readonly { id: string; page: string; name: string }[],
  { page, name, id }: { page: string; name: string; id?: string },
): string | undefined {
  const others = views.filter((view) => view.id !== id)
  if (others.some((view) => view.page === page && view.name.toLowerCase() === name.trim().toLowerCase()))
    return 'You have a view of this name here.'
  if (others.length >= MOST_VIEWS)
    return `You have ${MOST_VIEWS} saved views. Remove one that you no longer need.`
  return undefined
}
