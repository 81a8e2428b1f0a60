/** Search parameters that say where in a list someone is (page, day, open drawer), not what it is filtered by. */
const POSITION = ['page', 'on', 'more', 'shift', 'offer', 'partnership', 'run', 'mail']

/** The filters of a search text, sorted and without the position, so that equal filters give equal texts. */
export function filtersOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of POSITION) params.delete(key)
  // An id opens a row; other values of these are filters.
  for (const key of ['show', 'plan']) if (params.get(key)?.length === 36) params.delete(key)
  params.sort()
  return params.toString()
}

/** The address of a page with these filters. */
export function addressOf({ page, search }: { page: string; search: string }): string {
  return search ? `${page}?${search}` : page
}

/** The address of everything in the tab of a page that someone is in. */
export function everythingOf(page: string, search: string): string {
  const view = new URLSearchParams(search).get('view')
  return addressOf({ page, search: view ? `view=${encodeURIComponent(view)}` : '' })
}

/** Maximum number of views per person. */
export const MAX_VIEWS = 50

/** Why no further view with this name can be saved here, or undefined. Names must differ in more than case. */
export function saveBlocker(
  views: readonly { id: string; page: string; name: string }[],
  { page, name, id }: { page: string; name: string; id?: string },
): string | undefined {
  const others = views.filter((view) => view.id !== id)
  if (others.some((view) => view.page === page && view.name.toLowerCase() === name.trim().toLowerCase()))
    return 'You already have a view with this name here.'
  if (others.length >= MAX_VIEWS)
    return `You have ${MAX_VIEWS} saved views. Remove one that you no longer need.`
  return undefined
}
