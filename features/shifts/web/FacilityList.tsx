import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FailedState } from '#ui/FailedState.tsx'
import { choiceParam } from '#platform/web/search-params.ts'
import type { ShiftRow } from '../contract.ts'
import { type FacilityChange, type FacilitySearch, filterOf } from './facility-search.ts'
import { useShifts } from './queries.ts'
import { ShiftTable } from './ShiftTable.tsx'
import { sorts } from './shifts-search.ts'
import { useDeeds } from './use-deeds.tsx'

const PAGE = 50
const columns = ['when', 'shift', 'school', 'place', 'state', 'seats', 'instructor'] as const

interface FacilityListProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  today: string
}

/** The shifts from today on, or from the day chosen, as rows. */
export function FacilityList({ search, onSearch, today }: FacilityListProps): ReactNode {
  const sort = choiceParam(search.sort, sorts) ?? 'date'
  const dir = search.dir ?? 'asc'
  const page = search.page ?? 1
  const query = useShifts(
    { ...filterOf(search), from: search.on ?? today, sort, dir },
    { page, page_size: PAGE },
  )
  const { ask, dialog } = useDeeds()
  const [selected, select] = useState<readonly ShiftRow[]>([])
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The shifts could not be loaded"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const known = new Map([...selected, ...(query.data?.rows ?? [])].map((row) => [row.id, row]))
  const waiting = selected.filter(({ status }) => status === 'pending_facility')
  const clear = () => select([])
  return (
    <>
      <ShiftTable
        data={query.data}
        isLoading={query.isPlaceholderData}
        columns={columns}
        page={page}
        pageSize={PAGE}
        onPageChange={(next) => onSearch({ page: next > 1 ? next : undefined })}
        sort={{ key: sort, dir }}
        onSortChange={(next) => onSearch({ sort: next.key, dir: next.dir, page: undefined })}
        rowActions={[{ label: 'Answer here…', onClick: ({ id }) => onSearch({ shift: id }) }]}
        selection={{
          selected: selected.map(({ id }) => id),
          onChange: (ids) => select(ids.flatMap((id) => known.get(id) ?? [])),
          actions: (
            <>
              <Button
                size="xs"
                disabled={waiting.length === 0}
                onClick={() => ask('approve', waiting, clear)}
              >
                Approve {waiting.length}…
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={waiting.length === 0}
                onClick={() => ask('decline', waiting, clear)}
              >
                Decline {waiting.length}…
              </Button>
            </>
          ),
        }}
      />
      {dialog}
    </>
  )
}
