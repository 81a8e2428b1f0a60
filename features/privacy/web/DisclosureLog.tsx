import { Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { formatDate } from '#core/plain-date.ts'
import { day, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Disclosure, DisclosureFilter } from '../contract.ts'
import { fieldLabels, seenAsLabels } from '../rules.ts'
import { privacy } from './queries.ts'

type Filter = Pick<DisclosureFilter, 'q' | 'from' | 'to'>
const filters: Filters<Filter> = {
  q: searchText('Search people and facilities', { any: 'Person or facility', param: 'seen' }),
  from: day('From'),
  to: day('To'),
}

/**
 * Which people at facilities were shown a student's information, searchable by name, facility and day; the student's own log if no one is
 * named.
 */
export function DisclosureLog({ studentId }: { studentId?: string }): ReactNode {
  const list = useList(filters, { sorts: ['at'], hasOwnOrder: true, pageSize: 20 })
  const of = studentId && { student_id: studentId }
  const query = useQuery({
    ...privacy.disclosures.queryOptions({ input: { ...list.filter, ...of, page: list.page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const download = useMutation({
    mutationFn: async (shown: Partial<Filter>) => ({
      filename: 'placewell-who-has-seen.csv',
      csv: asCsv(await privacy.exportDisclosures.call({ ...shown, ...of })),
    }),
    meta: { failed: 'The list could not be exported' },
  })
  return (
    <List
      list={list}
      hasViews={false}
      label="Who has seen it"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => String(id)}
      rowLabel={({ seen_by_name: name }) => name}
      exported={download}
      failedTitle="The list couldn’t be loaded"
      empty={(isNarrowed) =>
        isNarrowed
          ? { title: 'No matching people', description: 'Try another search, or clear the filters.' }
          : {
              title: 'No one so far',
              // Only the student sees who opened their passport by its link.
              description: studentId
                ? 'Each time someone at a facility sees it, it’s listed here.'
                : 'Each time someone at a facility or with a link of yours sees it, it’s listed here.',
            }
      }
    />
  )
}

const columns: Column<Disclosure>[] = [
  {
    key: 'seen_by',
    title: 'Who',
    file: ['Who', 'Role', 'Placewell support'],
    render: ({ seen_by_name, seen_as, by_support }) => (
      <div>
        <Text fw={600} size="sm">
          {seen_by_name}
        </Text>
        <Text size="xs" c="dimmed">
          {seenAsLabels[seen_as]}
          {by_support && ', Placewell support acting for them'}
        </Text>
      </div>
    ),
  },
  { key: 'facility', title: 'Where', render: ({ facility_name }) => facility_name },
  {
    key: 'shift',
    title: 'Shift',
    render: ({ shift_date }) => (
      <span style={{ whiteSpace: 'nowrap' }}>{shift_date === null ? '—' : formatDate(shift_date)}</span>
    ),
  },
  { key: 'fields', title: 'What', render: ({ fields }) => wordsOf(fields) },
  { key: 'at', title: 'When', render: ({ at }) => <RelativeTime value={at} /> },
]

const wordsOf = (fields: Disclosure['fields']): string => fields.map((field) => fieldLabels[field]).join(', ')

function asCsv(rows: readonly Disclosure[]): string {
  return toCsv(
    ['When', 'Who', 'Role', 'Placewell support', 'Where', 'Shift', 'What'],
    rows.map((row) => [
      row.at,
      row.seen_by_name,
      seenAsLabels[row.seen_as],
      row.by_support ? 'yes' : 'no',
      row.facility_name,
      row.shift_date ?? '',
      wordsOf(row.fields),
    ]),
  )
}
