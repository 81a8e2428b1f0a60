import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toCsv } from '#core/csv.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { LazyDateField } from '#ui/LazyDateField.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { AccessEvent, AccessKind, AccessOutcome } from '../contract.ts'
import { lookColumns } from './access-columns.tsx'
import { accessKindLabels, accessOutcomeLabels, accessTitle, studentsSentence } from './access-words.ts'
import { audit } from './queries.ts'

type Filter = { q: string; kind: AccessKind | ''; outcome: AccessOutcome | ''; from: string; to: string }
const nothing: Filter = { q: '', kind: '', outcome: '', from: '', to: '' }

/** Looks at students' records, exports and refusals, found by person, kind, outcome and day; a file of them. */
export function AccessLog(): ReactNode {
  const [filter, setFilter] = useState(nothing)
  const refine = (change: Partial<Filter>): void => setFilter((before) => ({ ...before, ...change }))
  const input = {
    q: filter.q,
    ...(filter.kind && { kind: filter.kind }),
    ...(filter.outcome && { outcome: filter.outcome }),
    ...(isPlainDate(filter.from) && { from: filter.from }),
    ...(isPlainDate(filter.to) && { to: filter.to }),
  }
  const query = useInfiniteQuery(
    audit.accesses.infiniteOptions({
      input: (before: number | null) => ({ ...input, limit: 25, ...(before && { before_id: before }) }),
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.next_before_id,
      ...askedAnew,
    }),
  )
  const save = useMutation({
    ...audit.exportAccesses.mutationOptions(),
    meta: { failed: 'The access log could not be exported' },
    onSuccess: (rows) => saveFile('placewell-access-log.csv', asCsv(rows)),
  })
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The access log could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const rows = query.data?.pages.flatMap(({ events }) => events)
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <Stack gap="md">
      <FilterBar
        chosen={[filter.kind, filter.outcome, filter.from, filter.to]}
        onClear={isFiltered ? () => setFilter(nothing) : undefined}
        end={
          <ExportButton
            isPending={save.isPending}
            disabled={!rows?.length}
            onClick={() => save.mutate(input)}
          />
        }
      >
        <SearchField label="Search people" value={filter.q} onChange={(q) => refine({ q })} />
        <NativeSelect
          aria-label="Kind"
          data={[{ value: '', label: 'Every kind' }, ...optionsOf(accessKindLabels)]}
          value={filter.kind}
          onChange={(event) => refine({ kind: event.currentTarget.value as AccessKind | '' })}
        />
        <NativeSelect
          aria-label="Outcome"
          data={[{ value: '', label: 'Every outcome' }, ...optionsOf(accessOutcomeLabels)]}
          value={filter.outcome}
          onChange={(event) => refine({ outcome: event.currentTarget.value as AccessOutcome | '' })}
        />
        <LazyDateField
          aria-label="From"
          placeholder="From"
          clearable
          value={filter.from}
          onChange={(day) => refine({ from: day || '' })}
        />
        <LazyDateField
          aria-label="To"
          placeholder="To"
          clearable
          value={filter.to}
          onChange={(day) => refine({ to: day || '' })}
        />
      </FilterBar>
      <DataTable
        label="Access log"
        rows={rows}
        columns={columns}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => accessTitle(row)}
        empty={
          isFiltered
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
    </Stack>
  )
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const columns: Column<AccessEvent>[] = [
  lookColumns.who,
  lookColumns.what,
  { key: 'whose', title: 'Students', render: (row) => studentsSentence(row) },
  {
    key: 'outcome',
    title: 'Outcome',
    render: (row) => `${accessOutcomeLabels[row.outcome]}${row.times > 1 ? ` (${row.times} times)` : ''}`,
  },
  lookColumns.at,
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
