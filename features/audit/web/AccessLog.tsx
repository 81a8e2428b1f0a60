import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordPart } from '#core/api-meta.ts'
import { toCsv } from '#core/csv.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { choice, day, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { AccessEvent, AccessFilter } from '../contract.ts'
import { readColumns } from './access-columns.tsx'
import {
  accessKindLabels,
  accessOutcomeLabels,
  accessTitle,
  recordPartLabels,
  studentsSentence,
} from './access-words.ts'
import { audit } from './queries.ts'

type Filter = Pick<AccessFilter, 'q' | 'kind' | 'outcome' | 'from' | 'to'>
const filters: Filters<Filter> = {
  q: searchText('Search people'),
  kind: choice('Kind', 'Every kind', accessKindLabels),
  outcome: choice('Outcome', 'Every outcome', accessOutcomeLabels),
  from: day('From'),
  to: day('To'),
}

/** Reads of students' records, exports and refusals, filtered by person, kind, outcome and day, with export. */
export function AccessLog(): ReactNode {
  const list = useList(filters, { sorts: ['at'], hasOwnOrder: true })
  const query = useInfiniteQuery(
    audit.accesses.infiniteOptions({
      input: (before: number | null) => ({ ...list.filter, limit: 25, ...(before && { before_id: before }) }),
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.next_before_id,
      ...freshOnMount,
    }),
  )
  const download = useMutation({
    mutationFn: async (shown: Partial<Filter>) => ({
      filename: 'placewell-access-log.csv',
      csv: asCsv(await audit.exportAccesses.call(shown)),
    }),
    meta: { failed: 'The access log could not be exported' },
  })
  const rows = query.data?.pages.flatMap(({ events }) => events)
  return (
    <>
      <List
        list={list}
        hasViews={false}
        label="Access log"
        query={query}
        rows={rows}
        total={rows && (rows.length === 0 ? 0 : undefined)}
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowLabel={accessTitle}
        exported={download}
        failedTitle="The access log couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? {
                title: 'No entries match these filters',
                description: 'Try another search, or clear the filters.',
              }
            : {
                title: 'No entries yet',
                description: 'Views of student records, exports and refusals appear here.',
              }
        }
      />
      {query.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older entries
          </Button>
        </Group>
      )}
    </>
  )
}

const columns: Column<AccessEvent>[] = [
  { ...readColumns.who, file: ['Who', 'Role', 'Acting as', 'School'] },
  { ...readColumns.what, file: ['Kind', 'What', 'Call', 'Reason'] },
  {
    key: 'whose',
    title: 'Students',
    file: ['Students', 'First students'],
    render: (row) => studentsSentence(row),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    file: ['Outcome', 'Code', 'Times'],
    render: (row) => `${accessOutcomeLabels[row.outcome]}${row.times > 1 ? ` (${row.times} times)` : ''}`,
  },
  readColumns.at,
]

function asCsv(rows: readonly AccessEvent[]): string {
  return toCsv(
    [
      'When',
      'Who',
      'Role',
      'Acting as',
      'Kind',
      'What',
      'Call',
      'Outcome',
      'Code',
      'Times',
      'School',
      'Students',
      'First students',
      'Reason',
      'Request',
      'Network',
    ],
    rows.map((row) => [
      row.at,
      row.actor_name,
      row.actor_role && (roleLabels[row.actor_role as Role] ?? row.actor_role),
      row.acting_as_name,
      accessKindLabels[row.kind],
      row.what && (recordPartLabels[row.what as RecordPart] ?? row.what),
      row.call,
      accessOutcomeLabels[row.outcome],
      row.code,
      row.times,
      row.school_name,
      row.students,
      row.student_names.join('; '),
      row.reason,
      row.request_id,
      row.network,
    ]),
  )
}
