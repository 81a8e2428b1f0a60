import { Button, Text } from '@mantine/core'
import { IconArrowsExchange, IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Cohort, Stay } from '../contract.ts'
import { changeBlocker, endReasonLabels, spanWords } from '../rules.ts'
import type { CohortSearch } from './cohorts-search.ts'
import { cohorts } from './queries.ts'

const ChangeStudentsDialog = lazyDialog(
  () => import('./ChangeStudentsDialog.tsx').then((m) => m.ChangeStudentsDialog),
  { opened: false },
)

type RosterProps = {
  cohort: Cohort
  isAdministrator: boolean
  search: CohortSearch
  onSearch: (change: { [Key in keyof CohortSearch]?: string | undefined }) => void
}

const pageSize = 50

/** Who is in a cohort on a day: today, or any other. Administrators move students from here. */
export function Roster({ cohort, isAdministrator, search, onSearch }: RosterProps): ReactNode {
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<string[]>([])
  const [changing, setChanging] = useState<'move' | 'end'>()
  const isOther = search.on !== undefined && isPlainDate(search.on)
  const on = isOther ? search.on! : cohort.today
  const query = useQuery({
    ...cohorts.roster.queryOptions({ input: { id: cohort.id, on } }),
    placeholderData: keepPreviousData,
  })
  const words = (search.q ?? '').trim().toLowerCase()
  const found = (query.data ?? []).filter(({ full_name, student_number, email }) =>
    [full_name, student_number, email].some((text) => text?.toLowerCase().includes(words)),
  )
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)))
  const maySelect = isAdministrator && !isOther && changeBlocker(cohort) === null
  const chosen = (query.data ?? []).filter(({ student_id }) => selected.includes(student_id))
  return (
    <>
      <FilterBar
        onClear={search.q || isOther ? () => onSearch({ q: undefined, on: undefined }) : undefined}
        end={
          <Text component="output" size="sm" c="dimmed">
            {query.data &&
              `${query.data.length} ${query.data.length === 1 ? 'student' : 'students'} on ${formatDate(on)}`}
          </Text>
        }
      >
        <SearchField
          label="Search the roster"
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q || undefined })}
        />
        <DateField
          aria-label="Who was in it on"
          placeholder="Who was in it on…"
          value={on}
          onChange={(day) => onSearch({ on: day && day !== cohort.today ? day : undefined })}
        />
        {maySelect && (query.data?.length ?? 0) > 1 && (
          <Button
            variant="subtle"
            onClick={() => setSelected(found.map(({ student_id }) => student_id))}
            disabled={found.length === 0 || selected.length === found.length}
          >
            {`Select all ${found.length}`}
          </Button>
        )}
      </FilterBar>
      {query.isError && !query.data ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <DataTable
          label="Roster"
          rows={query.data && found.slice((at - 1) * pageSize, at * pageSize)}
          isLoading={query.isPlaceholderData}
          columns={isOther ? [...columns, endColumn] : columns}
          rowKey={({ student_id }) => student_id}
          rowLabel={({ full_name }) => full_name}
          rowHref={({ student_id, is_here, to_date }) =>
            is_here && (isAdministrator || to_date === null) ? `/school/students/${student_id}` : undefined
          }
          page={at}
          pageSize={pageSize}
          total={found.length}
          onPageChange={setPage}
          {...(maySelect && {
            selection: {
              selected,
              onChange: setSelected,
              actions: (
                <>
                  <Button
                    size="xs"
                    leftSection={<IconArrowsExchange size={16} aria-hidden />}
                    onClick={() => setChanging('move')}
                  >
                    Move to a cohort
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconUserMinus size={16} aria-hidden />}
                    onClick={() => setChanging('end')}
                  >
                    Remove from cohort
                  </Button>
                </>
              ),
            },
          })}
          empty={
            words || isOther
              ? { title: 'No matching people', description: 'Try another name, or another day.' }
              : {
                  title: 'No one yet',
                  description: isAdministrator
                    ? 'Choose students on the page of people and move them here, or invite them with this cohort’s name.'
                    : undefined,
                }
          }
        />
      )}
      <ChangeStudentsDialog
        opened={changing !== undefined}
        what={changing ?? 'move'}
        students={chosen.map(({ student_id: id, membership_id: membershipId }) => ({ id, membershipId }))}
        schoolId={cohort.school_id}
        onClose={() => setChanging(undefined)}
        onDone={() => setSelected([])}
      />
    </>
  )
}

const columns: Column<Stay>[] = [
  {
    key: 'name',
    title: 'Student',
    render: ({ full_name }) => (
      <Text span fw={600} size="sm">
        {full_name}
      </Text>
    ),
  },
  { key: 'number', title: 'Student ID', render: ({ student_number }) => student_number ?? '—' },
  { key: 'email', title: 'Email', phone: 'hide', render: ({ email }) => email ?? '—' },
  {
    key: 'status',
    title: 'Account',
    render: ({ status, is_here }) => (is_here && status ? <StateBadge state={status} /> : 'Left the school'),
  },
  { key: 'stay', title: 'In this cohort', render: (stay) => spanWords(stay) },
  {
    key: 'graduation',
    title: 'Graduates',
    phone: 'hide',
    render: ({ graduation_date }) => (graduation_date ? formatDate(graduation_date) : '—'),
  },
]
const endColumn: Column<Stay> = {
  key: 'end',
  title: 'Then',
  render: ({ end_reason }) => (end_reason ? endReasonLabels[end_reason] : '—'),
}
