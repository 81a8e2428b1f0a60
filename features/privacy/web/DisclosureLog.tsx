import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { formatDate } from '#core/plain-date.ts'
import { useSearchWords } from '#platform/web/kit/use-search.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { dateParam, pageParam, textParam } from '#platform/web/search-params.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { LazyDateField } from '#ui/LazyDateField.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { Disclosure } from '../contract.ts'
import { fieldLabels, seenAsLabels } from '../rules.ts'
import { privacy } from './queries.ts'

const PAGE_SIZE = 20

/** What the page that shows the log reads of its address. */
const known = { seen: textParam, from: dateParam, to: dateParam, page: pageParam }

/** Who of a place was shown a student's information, found by name, place and day; a student's own unless one is named. */
export function DisclosureLog({ studentId }: { studentId?: string }): ReactNode {
  const [{ seen = '', from, to, page = 1 }, setSearch] = useSearchWords(known)
  const input = {
    q: seen,
    ...(studentId && { student_id: studentId }),
    ...(from && { from }),
    ...(to && { to }),
  }
  const log = useQuery({
    ...privacy.disclosures.queryOptions({ input: { ...input, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const save = useMutation({
    ...privacy.exportDisclosures.mutationOptions(),
    meta: { failed: 'The list could not be saved' },
    onSuccess: (rows) => saveFile('placewell-who-has-seen.csv', asCsv(rows)),
  })
  const refine = (change: Parameters<typeof setSearch>[0]) => setSearch({ page: undefined, ...change })
  const isFiltered = Boolean(seen || from || to)
  if (log.isError && !log.data)
    return <FailedState error={log.error} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
  return (
    <Stack gap="md">
      <FilterBar
        onClear={isFiltered ? () => refine({ seen: undefined, from: undefined, to: undefined }) : undefined}
        end={
          <ExportButton
            isPending={save.isPending}
            disabled={!log.data?.total}
            onClick={() => save.mutate(input)}
          />
        }
      >
        <SearchField
          label="Search people and places"
          value={seen}
          onChange={(text) => refine({ seen: text || undefined })}
        />
        <LazyDateField
          aria-label="From"
          placeholder="From"
          clearable
          value={from ?? ''}
          onChange={(day) => refine({ from: day || undefined })}
        />
        <LazyDateField
          aria-label="To"
          placeholder="To"
          clearable
          value={to ?? ''}
          onChange={(day) => refine({ to: day || undefined })}
        />
      </FilterBar>
      <DataTable
        label="Who has seen it"
        rows={log.data?.rows}
        isLoading={log.isPlaceholderData}
        columns={columns}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.seen_by_name}
        page={page}
        pageSize={PAGE_SIZE}
        total={log.data?.total}
        onPageChange={(next) => refine({ page: next > 1 ? next : undefined })}
        empty={
          isFiltered
            ? { title: 'No matching people', description: 'Try another search, or clear the filters.' }
            : {
                title: 'No one so far',
                description:
                  'Each time someone at a facility or with a link of yours sees it, it’s listed here.',
              }
        }
      />
    </Stack>
  )
}

const columns: Column<Disclosure>[] = [
  {
    key: 'seen_by',
    title: 'Who',
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
    ['when', 'who', 'in_which_role', 'placewell_support', 'where', 'shift', 'what'],
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
