import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { choice, day, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { AccessEvent, AccessFilter } from '../contract.ts'
import { lookColumns } from './access-columns.tsx'
import { accessKindLabels, accessOutcomeLabels, accessTitle, studentsSentence } from './access-words.ts'
import { audit } from './queries.ts'

type Filter = Pick<AccessFilter, 'q' | 'kind' | 'outcome' | 'from' | 'to'>
const filters: Filters<Filter> = {
  q: searchText('Search people'),
  kind: choice('Kind', 'Every kind', accessKindLabels),
  outcome: choice('Outcome', 'Every outcome', accessOutcomeLabels),
  from: day('From'),
  to: day('To'),
}

/** Looks at students' records, exports and refusals, found by person, kind, outcome and day; a file of them. */
export function AccessLog(): ReactNode {
  const list = useList(filters, { sorts: ['at'], hasOwnOrder: true })
  const query = useInfiniteQuery(
    audit.accesses.infiniteOptions({
      input: (before: number | null) => ({ ...list.filter, limit: 25, ...(before && { before_id: before }) }),
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.next_before_id,
      ...askedAnew,
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
                description: 'Looks at student records, exports and refusals appear here.',
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
  { ...lookColumns.who, file: ['who', 'role', 'acting_as', 'school'] },
  { ...lookColumns.what, file: ['kind', 'what', 'call', 'reason'] },
  {
    key: 'whose',
    title: 'Students',
    file: ['students', 'first_students'],
    render: (row) => studentsSentence(row),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    file: ['outcome', 'code', 'times'],
    render: (row) => `${accessOutcomeLabels[row.outcome]}${row.times > 1 ? ` (${row.times} times)` : ''}`,
  },
  { ...lookColumns.at, file: ['when'] },
]

function asCsv(rows: readonly AccessEvent[]): string {
  return toCsv(
    ['when', 'who', 'role', 'acting_as', 'kind', 'what', 'call', 'outcome', 'code', 'times', 'school', 'students', 'first_students', 'reason', 'request_id', 'network'], // prettier-ignore
    rows.map((row) => [
      row.at, row.actor_name, row.actor_role, row.acting_as_name, row.kind, row.what, row.call, row.outcome, row.code, row.times,
      row.school_name, row.students, row.student_names.join('; '), row.reason, row.request_id, row.network,
    ]), // prettier-ignore
  )
}
