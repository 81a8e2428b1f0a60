import { useNavigate, useSearch } from '@tanstack/react-router'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'

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

/** The address's view and filter, and how to change them: a new view starts with an empty filter. */
export function usePeopleSearch<const View extends string>(views: readonly View[]) {
  const { view: given, ...filter } = useSearch({ strict: false }) as PeopleSearch
  const navigate = useNavigate()
  const view = choiceParam(given, views) ?? views[0]!
  const go = (next: View, chosen: Omit<PeopleSearch, 'view'> = {}) =>
    void navigate({
      to: '.',
      search: definedParams({
        ...chosen,
        view: next === views[0] ? undefined : next,
        q: chosen.q || undefined,
        page: chosen.page === 1 ? undefined : chosen.page,
      }) as never,
    })
  return {
    view,
    filter,
    onView: (next: View) => go(next),
    onFilter: (chosen: Omit<PeopleSearch, 'view'>) => go(view, chosen),
  }
}
