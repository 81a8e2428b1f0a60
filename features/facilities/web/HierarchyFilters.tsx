import type { ReactNode } from 'react'
import { type Filters, onOff, searchText } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'

const filters: Filters<{ q: string; archived: boolean }> = {
  q: searchText('Search facilities', { any: 'Name or city' }),
  archived: onOff('Include archived and closed'),
}

/** The filters of the tree; loaded alongside it. */
export function HierarchyFilters(): ReactNode {
  const list = useList(filters, { sorts: ['name'], hasOwnOrder: true })
  return <ListFilters list={list} hasViews={false} />
}
