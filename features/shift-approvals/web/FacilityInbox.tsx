import { Button, Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import type { InboxRow } from '../contract.ts'
import {
  type Deed,
  deeds,
  hoursWords,
  instantWords,
  labelOf,
  nameOf,
  useDeeds,
} from '#features/shifts/web/public.ts'
import { useInbox } from './facility-queries.ts'
import { type FacilityChange, type FacilitySearch, hrefOf, whereOf } from './facility-search.ts'
import { proposalWords } from './proposal-words.ts'

interface FacilityInboxProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
}

/** So many are drawn at a time: five hundred at once hold the page up for seconds. */
const PAGE = 50

/** What waits for the facility, the oldest first: one by one in place, or many at once. */
export function FacilityInbox({ search, onSearch }: FacilityInboxProps): ReactNode {
  const query = useInbox(whereOf(search))
  const { ask, dialog, may } = useDeeds()
  const [selected, select] = useState<readonly string[]>([])
  const [page, turn] = useState(1)
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The requests could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const rows = query.data?.rows
  const ids = new Set(selected)
  const chosen = (rows ?? []).filter(({ id, status }) => ids.has(id) && status === 'pending_facility')
  const last = Math.max(1, Math.ceil((rows?.length ?? 0) / PAGE))
  const at = Math.min(page, last)
  const clear = () => select([])
  const actionsOf = (row: InboxRow): RowAction<InboxRow>[] => {
    const isChange = row.status !== 'pending_facility'
    const one = (deed: Deed): RowAction<InboxRow> => ({
      label: `${deeds[deed].label}…`,
      ...(deeds[deed].danger && { danger: true }),
      onClick: () => ask(deed, [row]),
    })
    return isChange
      ? [one('accept_change'), one('decline_change')]
      : [
          ...(['approve', 'ask'] as const).filter((deed) => may(deed, row)).map(one),
          { label: 'Suggest a change…', onClick: () => onSearch({ shift: row.id }) },
          ...(['decline'] as const).filter((deed) => may(deed, row)).map(one),
        ]
  }
  return (
    <>
      <DataTable
        label="Requests"
        rows={rows?.slice((at - 1) * PAGE, at * PAGE)}
        page={at}
        pageSize={PAGE}
        total={rows?.length}
        onPageChange={turn}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={labelOf}
        rowHref={({ id }) => hrefOf(search, id)}
        rowActions={actionsOf}
        isLoading={query.isPlaceholderData}
        selection={{
          selected,
          onChange: select,
          all: {
            total: rows?.length ?? 0,
            isAll: false,
            onAll: () => select((rows ?? []).map(({ id }) => id)),
          },
          actions: (
            <>
              <Button size="xs" disabled={chosen.length === 0} onClick={() => ask('approve', chosen, clear)}>
                Approve {chosen.length}…
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={chosen.length === 0}
                onClick={() => ask('decline', chosen, clear)}
              >
                Decline {chosen.length}…
              </Button>
            </>
          ),
        }}
        empty={{
          icon: IconInbox,
          title: 'Nothing needs you right now',
          description: 'Requests and change requests from schools appear here until you answer them.',
        }}
      />
      {query.data && query.data.total > query.data.rows.length && (
        <Text size="sm" c="dimmed">
          {`The ${query.data.rows.length} that have waited longest, of ${query.data.total.toLocaleString('en-US')}.`}
        </Text>
      )}
      {dialog}
    </>
  )
}

const below = (text: ReactNode) => (
  <Text component="div" size="xs" c="dimmed" fw={400} style={{ whiteSpace: 'normal' }}>
    {text}
  </Text>
)

const columns: Column<InboxRow>[] = [
  {
    key: 'when',
    title: 'Shift',
    render: (row) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        {formatDate(row.date, 'weekday')}
        {below(`${hoursWords(row)}, ${nameOf(row)}`)}
      </span>
    ),
  },
  {
    key: 'school',
    title: 'School',
    render: ({ school_name: school }) => <div style={{ minWidth: 150 }}>{school}</div>,
  },
  {
    key: 'place',
    title: 'Unit',
    render: (row) => (
      <div style={{ minWidth: 170 }}>
        {row.unit_name}
        {below(row.site_name)}
      </div>
    ),
  },
  {
    key: 'wish',
    title: 'Request',
    render: (row) => (
      <div style={{ whiteSpace: 'normal', minWidth: 140 }}>
        {row.change ? (
          <>
            <b>A change:</b> {proposalWords(row, row.change)}
            {below(row.change.reason)}
          </>
        ) : (
          <>
            {row.capacity === 1 ? 'One seat' : `${row.capacity} seats`}
            {row.note && below(row.note)}
          </>
        )}
      </div>
    ),
  },
  {
    key: 'by',
    title: 'Answer by',
    render: (row) => (
      <div style={{ minWidth: 150, whiteSpace: 'normal' }}>
        {row.respond_by ? instantWords(row.respond_by, row.time_zone) : 'Before it begins'}
        {below(
          <>
            Asked <RelativeTime value={row.submitted_at} />
          </>,
        )}
      </div>
    ),
  },
]
