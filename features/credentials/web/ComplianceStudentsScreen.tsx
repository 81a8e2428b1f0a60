import { Button, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { credentialTypes } from '#features/credential-types/web/public.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { type Filters, oneOf, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { ClearanceStatus, StudentFilter, StudentRow } from '../contract.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'
import { credentials } from './queries.ts'

const WaiveDialog = lazyDialog(() => import('./WaiveDialog.tsx').then((m) => m.WaiveDialog), {
  opened: false,
})

const RecordsDialog = lazyDialog(() => import('./RecordsDialog.tsx').then((m) => m.RecordsDialog), {
  opened: false,
})

const shownStatuses = {
  not_cleared: 'Not cleared',
  cleared_with_condition: 'With a condition',
  cleared: 'Cleared',
} as const
const filters: Filters<StudentFilter> = {
  q: searchText('Search students'),
  status: tabs<ClearanceStatus>('Clearance', 'All', { ...shownStatuses, unknown: 'Unknown' }),
  type_id: oneOf('Credential', 'All credentials', { param: 'type' }),
}

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

/** A school's students: who is cleared for the next shift through the last day of its rotation, and what is missing (Spec §2). */
export function ComplianceStudentsScreen(): ReactNode {
  const list = useList(filters, { sorts: ['student'], hasOwnOrder: true })
  const query = useQuery({
    ...credentials.students.queryOptions({ input: { ...list.filter, page: list.page } }),
    placeholderData: keepPreviousData,
  })
  const types = useQuery(credentialTypes.list.queryOptions({ input: { status: 'active' } }))
  const [isImporting, setImporting] = useState(false)
  const [waived, setWaived] = useState<StudentRow>()
  const actions = useActions<StudentRow>(
    [
      {
        id: 'waive',
        label: 'Waive a requirement',
        icon: IconHandStop,
        blocker: ({ status }) => status === 'cleared' && 'This student is cleared.',
        open: ([row]) => setWaived(row),
      },
    ],
    { nameOf, idOf },
  )
  return (
    <>
      <ListPage
        title="Student compliance"
        breadcrumbs={[{ label: 'Compliance', href: '/school/compliance' }]}
        buttons={
          <>
            <Button variant="default" onClick={() => setImporting(true)}>
              Import records
            </Button>
            <LinkButton href="/school/compliance/students/verification-queue">Review queue</LinkButton>
          </>
        }
        list={list}
        options={{
          status: offered,
          type_id: (types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        }}
        label="Students"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={idOf}
        rowLabel={nameOf}
        rowHref={(row) => `/school/students/${row.person_id}`}
        actions={actions}
        exported={{
          hrefOf: (format, chosen) =>
            exportHref('/compliance/students/export', { ...list.filter, columns: chosen }, format),
        }}
        failedTitle="The students couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No students match', description: 'Try another name or status.' }
            : {
                title: 'No students yet',
                description: 'Import your students; their clearance appears here.',
                action: <LinkButton href="/school/students?view=import">Import students</LinkButton>,
              }
        }
      />
      <RecordsDialog opened={isImporting} onClose={() => setImporting(false)} />
      <WaiveDialog opened={waived !== undefined} student={waived} onClose={() => setWaived(undefined)} />
    </>
  )
}

// The unknown status has no button, but an address may filter by it.
const offered = [
  { value: 'all', label: 'All' },
  ...Object.entries(shownStatuses).map(([value, label]) => ({ value, label })),
]
const nameOf = ({ student_name: name }: StudentRow): string => name
const idOf = ({ person_id: id }: StudentRow): string => id
