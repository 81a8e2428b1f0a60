import { Button, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { StudentRow } from '../contract.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'
import { credentials } from './queries.ts'

const WaiveDialog = lazyDialog(() => import('./WaiveDialog.tsx').then((m) => m.WaiveDialog), {
  opened: false,
})

const RecordsDialog = lazyDialog(() => import('./RecordsDialog.tsx').then((m) => m.RecordsDialog), {
  opened: false,
})

const statuses = ['any', 'not_cleared', 'cleared_with_condition', 'cleared'] as const

const columns: Column<StudentRow>[] = [
  {
    key: 'student',
    title: 'Student',
    render: (row) => (
      <>
        {row.student_name}
        {row.cohort_name && (
          <Text size="xs" c="dimmed">
            {row.cohort_name}
          </Text>
        )}
      </>
    ),
  },
  { key: 'status', title: 'Clearance', render: (row) => <ClearanceBadge status={row.status} /> },
  {
    key: 'missing',
    title: 'Missing',
    render: (row) => (
      <span style={{ whiteSpace: 'normal' }}>
        {row.missing.length === 0 && '–'}
        {row.missing.slice(0, 3).map((one) => (
          <Text key={one} size="xs" style={{ overflowWrap: 'anywhere' }}>
            {one}
          </Text>
        ))}
        {row.missing.length > 3 && <Text size="xs" c="dimmed">{`and ${row.missing.length - 3} more`}</Text>}
      </span>
    ),
  },
  { key: 'waiting', title: 'In review', align: 'right', render: (row) => row.waiting || '–' },
  {
    key: 'next',
    title: 'Next shift',
    render: (row) => (row.next_shift ? formatDate(row.next_shift, 'weekday') : '–'),
  },
]

/** A school's students: who is cleared for the next shift and to the last day of its rotation, and what is missing (Spec §2). */
export function ComplianceStudentsScreen(): ReactNode {
  const search = useSearch({ from: '/_app/school/compliance/students/' })
  const setSearch = useSetSearch()
  const { q = '', page = 1 } = search
  const status = choiceParam(search.status, statuses) ?? 'any'
  const filter = { q, status, ...(search.type && { type_id: search.type }) }
  const query = useQuery({
    ...credentials.students.queryOptions({ input: { ...filter, page } }),
    placeholderData: keepPreviousData,
  })
  const [isImporting, setImporting] = useState(false)
  const [waived, setWaived] = useState<StudentRow>()
  return (
    <>
      <Page
        title="Student compliance"
        width="wide"
        breadcrumbs={[{ label: 'Compliance', href: '/school/compliance' }]}
        actions={
          <>
            <ExportMenu hrefOf={(format) => exportHref('/compliance/students/export', filter, format)} />
            <Button variant="default" onClick={() => setImporting(true)}>
              Import records
            </Button>
            <LinkButton href="/school/compliance/students/verification-queue">Review queue</LinkButton>
          </>
        }
        toolbar={
          <FilterBar onClear={q || search.status || search.type ? () => setSearch({}) : undefined}>
            <SearchField
              label="Search students"
              value={q}
              onChange={(text) => setSearch({ ...search, q: text || undefined, page: undefined })}
            />
            <SegmentedFilter
              label="Clearance"
              value={status}
              options={[
                { value: 'any', label: 'All' },
                { value: 'not_cleared', label: 'Not cleared' },
                { value: 'cleared_with_condition', label: 'With a condition' },
                { value: 'cleared', label: 'Cleared' },
              ]}
              onChange={(to) =>
                setSearch({ ...search, status: to === 'any' ? undefined : to, page: undefined })
              }
            />
          </FilterBar>
        }
      >
        <ListTable
          label="Students"
          query={query}
          failedTitle="We couldn’t load the students"
          rows={query.data?.rows}
          columns={columns}
          rowKey={(row) => row.person_id}
          rowLabel={(row) => row.student_name}
          rowActions={[
            {
              label: 'Waive a requirement',
              icon: IconHandStop,
              onClick: setWaived,
              disabled: (row) => row.status === 'cleared' && 'This student is cleared.',
            },
          ]}
          rowHref={(row) => `/school/students/${row.person_id}`}
          page={page}
          pageSize={25}
          onPageChange={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
          empty={
            q || search.status || search.type
              ? { title: 'No students match', description: 'Try another name or status.' }
              : {
                  title: 'No students yet',
                  description: 'Invite students under People; their clearance appears here.',
                }
          }
        />
      </Page>
      <RecordsDialog opened={isImporting} onClose={() => setImporting(false)} />
      <WaiveDialog opened={waived !== undefined} student={waived} onClose={() => setWaived(undefined)} />
    </>
  )
}
