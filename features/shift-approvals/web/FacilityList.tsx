import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import { MAX_IN_BULK } from '#features/shifts/rules.ts'
import {
  labelOf,
  shiftCard,
  shiftColumns,
  sorts,
  useShiftActions,
  useShifts,
} from '#features/shifts/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import type { Filters } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { usePageSize } from '#ui/use-page-size.ts'
import { type FacilityChange, type FacilitySearch, filterOf } from './facility-search.ts'

const columns = ['when', 'shift', 'school', 'location', 'state', 'seats', 'instructor'] as const
/** The page already has the filters. */
const none: Filters<Record<never, never>> = {}

interface FacilityListProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  today: string
}

/** The shifts from today on, or from the chosen day, as rows. */
export function FacilityList({ search, onSearch, today }: FacilityListProps): ReactNode {
  const { role } = useMe()
  const list = useList(none, { sorts, pageSize: usePageSize() })
  const filter = { ...filterOf(search), from: search.on ?? today, ...list.shown }
  const query = useShifts(filter, { page: list.page, page_size: list.pageSize })
  const shiftAction = useShiftActions()
  const deciding = (id: 'approve' | 'decline', label: string): Action<ShiftRow> => ({
    id,
    label,
    danger: id === 'decline',
    isBulk: true,
    isOffered: ({ status }) => status === 'pending_facility',
    open: (rows, onDone) => shiftAction.ask(id, rows, onDone),
  })
  const actions = useActions<ShiftRow>(
    [
      { id: 'answer', label: 'Answer here…', open: ([row]) => row && onSearch({ shift: row.id }) },
      deciding('approve', 'Approve…'),
      deciding('decline', 'Decline…'),
    ],
    { nameOf: labelOf },
  )
  const bulk = (total: number, clear: () => void) => (
    <>
      <Button size="xs" onClick={() => shiftAction.askAll('approve', filter, total, clear)}>
        Approve…
      </Button>
      <Button size="xs" variant="default" onClick={() => shiftAction.askAll('decline', filter, total, clear)}>
        Decline…
      </Button>
    </>
  )
  return (
    <>
      <List
        list={list}
        hasFilters={false}
        label="Shifts"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        isMore={query.data?.is_more ?? false}
        columns={shiftColumns({ columns, role })}
        rowKey={({ id }) => id}
        rowLabel={labelOf}
        rowHref={({ id }) => `/shift/${id}`}
        card={shiftCard}
        actions={actions}
        all={{
          most: MAX_IN_BULK,
          bulk,
        }}
        failedTitle="The shifts couldn’t be loaded"
        empty={() => ({ title: 'No matching shifts', description: 'Clear filters or change the dates.' })}
      />
      {shiftAction.dialog}
    </>
  )
}
