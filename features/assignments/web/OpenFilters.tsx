import { specialtyLabels } from '#core/specialties.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Specialty } from '#features/facilities/contract.ts'
import { choice, day, type Filters, oneOf, onOff } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { filterDataQuery } from './queries.ts'

const filters: Filters<{ from: string; to: string; specialty: Specialty; site: string; full: boolean }> = {
  from: day('From'),
  to: day('Until'),
  specialty: choice('Specialty', 'All specialties', specialtyLabels),
  site: oneOf('Site', 'All sites'),
  full: onOff('Include full shifts'),
}

/** The filters of open shifts; offers only sites and specialties that have units. */
export function OpenFilters(): ReactNode {
  const list = useList(filters, { sorts: ['date'], hasOwnOrder: true })
  const { data } = useQuery(filterDataQuery)
  const units = data?.units ?? []
  const specialties = [...new Set(units.map(({ specialty }) => specialty))].toSorted()
  const sites = [...new Map(units.map(({ site_id: id, site_name: name }) => [id, name])).entries()]
  return (
    <ListFilters
      list={list}
      hasViews={false}
      options={{
        specialty: specialties.map((value) => ({ value, label: specialtyLabels[value] })),
        site: sites.flatMap(([id, name]) => (id && name ? [{ value: id, label: name }] : [])),
      }}
    />
  )
}
