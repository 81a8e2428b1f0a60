import { useSearchWords } from '#platform/web/kit/use-search.ts'
import { choiceParam, pageParam, textParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'

/** What the address of a page of people holds; each view reads of it what it knows. */
export type PeopleSearch = {
  view?: string
  q?: string
  status?: string
  role?: string
  cohort?: string
  program?: string
  level?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

const known = {
  view: textParam,
  q: textParam,
  status: textParam,
  role: textParam,
  cohort: textParam,
  program: textParam,
  level: textParam,
  sort: textParam,
  dir: (value: unknown) => choiceParam(value, ['asc', 'desc']),
  page: pageParam,
}

/** The address's view and filter, and how to change them: a new view starts with an empty filter. */
export function usePeopleSearch<const View extends string>(views: readonly View[]) {
  const [{ view: given, ...filter }] = useSearchWords(known)
  const setSearch = useSetSearch()
  const view = choiceParam(given, views) ?? views[0]!
  const go = (next: View, chosen: Omit<PeopleSearch, 'view'> = {}) =>
    setSearch(
      {
        ...chosen,
        view: next === views[0] ? undefined : next,
        q: chosen.q || undefined,
        page: chosen.page === 1 ? undefined : chosen.page,
      },
      false,
    )
  return {
    view,
    filter,
    onView: (next: View) => go(next),
    onFilter: (chosen: Omit<PeopleSearch, 'view'>) => go(view, chosen),
  }
}
