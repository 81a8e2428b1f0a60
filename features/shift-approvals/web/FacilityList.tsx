import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FailedState } from '#ui/FailedState.tsx'
import { usePageSize } from '#ui/use-page-size.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import { MOST_IN_BULK } from '#features/shifts/rules.ts'
import { type FacilityChange, type FacilitySearch, filterOf } from './facility-search.ts'
import { useShifts, ShiftTable, sorts, useShiftActions } from '#features/shifts/web/public.ts'

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
  const pageSize = usePageSize()
  const filter = { ...filterOf(search), from: search.on ?? today, sort, dir }
  const query = useShifts(filter, { page, page_size: pageSize })
  const { ask, askAll, dialog } = useShiftActions()
  const [selected, select] = useState<readonly ShiftRow[]>([])
  const [allOf, selectAllOf] = useState<string>()
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The shifts could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const known = new Map([...selected, ...(query.data?.rows ?? [])].map((row) => [row.id, row]))
  const waiting = selected.filter(({ status }) => status === 'pending_facility')
  const isAll = allOf === JSON.stringify(filter)
  const clear = () => {
    select([])
    selectAllOf(undefined)
  }
  const decide = (action: 'approve' | 'decline') =>
    isAll ? askAll(action, filter, query.data?.total ?? 0, clear) : ask(action, waiting, clear)
  return (
    <>
      <ShiftTable
        data={query.data}
        isLoading={query.isPlaceholderData}
        columns={columns}
        page={page}
        pageSize={pageSize}
        onPageChange={(next) => onSearch({ page: next > 1 ? next : undefined })}
        sort={{ key: sort, dir }}
        onSortChange={(next) => onSearch({ sort: next.key, dir: next.dir, page: undefined })}
        rowActions={[{ label: 'Answer here…', onClick: ({ id }) => onSearch({ shift: id }) }]}
        selection={{
          selected: (isAll ? (query.data?.rows ?? []) : selected).map(({ id }) => id),
          onChange: (ids) => {
            selectAllOf(undefined)
            select(ids.flatMap((id) => known.get(id) ?? []))
          },
          ...(query.data &&
            !query.data.is_more &&
            query.data.total <= MOST_IN_BULK && {
              all: { total: query.data.total, isAll, onAll: () => selectAllOf(JSON.stringify(filter)) },
            }),
          actions: (
            <>
              <Button size="xs" disabled={!isAll && waiting.length === 0} onClick={() => decide('approve')}>
                {isAll ? 'Approve…' : `Approve ${waiting.length}…`}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={!isAll && waiting.length === 0}
                onClick={() => decide('decline')}
              >
                {isAll ? 'Decline…' : `Decline ${waiting.length}…`}
              </Button>
            </>
          ),
        }}
      />
      {dialog}
    </>
  )
}
