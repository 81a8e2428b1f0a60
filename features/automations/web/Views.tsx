import type { ReactNode } from 'react'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'

const views = [
  { value: 'rules', label: 'Rules' },
  { value: 'suggestions', label: 'Suggestions' },
  { value: 'runs', label: 'Runs' },
  { value: 'templates', label: 'Templates' },
] as const
type View = (typeof views)[number]['value']

export const viewParam = (value: unknown): View | undefined =>
  choiceParam(
    value,
    views.map((view) => view.value),
  )

/** The lists of shift automation, each with its own address. */
export function Views({ at }: { at: View }): ReactNode {
  const setSearch = useSetSearch()
  return (
    <SegmentedFilter
      label="View"
      value={at}
      options={views}
      onChange={(next) => setSearch({ view: next === 'rules' ? undefined : next }, false)}
    />
  )
}

/** The title of all of its lists. */
export const TITLE = 'Shift automation'
