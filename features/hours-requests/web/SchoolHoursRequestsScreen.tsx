import { IconClockCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { HoursRequest, RequestFilter } from '../contract.ts'
import { statusInList } from '../rules.ts'
import { hoursRequests } from './queries.ts'
import { useDecisions } from './use-decisions.ts'
import { Said, stateOf, whatWords } from './words.tsx'

const filters: Filters<RequestFilter> = {
  search: searchText('Search students', { param: 'q' }),
  status: tabs('Status', 'All', statusInList),
}
const breadcrumbs = [{ label: 'Student progress', href: '/school/student-progress' }]

/** All hours that students of a school reported because no shift has them, in any status; also as a file. */
export function SchoolHoursRequestsScreen(): ReactNode {
  if (useSchoolId()) return <Requests />
  return (
    <Page title="Reported hours" breadcrumbs={breadcrumbs}>
      <EmptyState
        title="Which school?"
        description="Choose one above. What its students reported appears here."
      />
    </Page>
  )
}

function Requests(): ReactNode {
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const query = useQuery({
    ...hoursRequests.list.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
  })
  const decisions = useDecisions()
  const actions = useActions<HoursRequest>(
    decisions.map((action) => ({ ...action, isOffered: ({ status }: HoursRequest) => status === 'pending' })),
    { nameOf: ({ student_name: name }) => name },
  )
  return (
    <ListPage
      title="Reported hours"
      description="Hours outside of a shift. What you approve is added to the student’s ledger."
      breadcrumbs={breadcrumbs}
      list={list}
      label="Reported hours"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ student_name: name, date }) => `${name}, ${formatDate(date)}`}
      actions={actions}
      exported={{
        hrefOf: (format, headings) =>
          exportHref(
            '/hours-requests/export',
            { ...list.shown, ...(headings && { columns: headings }) },
            format,
          ),
      }}
      failedTitle="The reported hours couldn’t be loaded"
      empty={(isNarrowed) =>
        isNarrowed
          ? { title: 'No reported hours match', description: 'Change or clear the filters.' }
          : {
              title: 'No reported hours yet',
              description: 'Students report hours outside of a shift on their progress page.',
              icon: IconClockCheck,
            }
      }
    />
  )
}

const columns: Column<HoursRequest>[] = [
  { key: 'student', title: 'Student', render: ({ student_name: name }) => name },
  { key: 'date', title: 'Date', width: 110, render: ({ date }) => formatDate(date) },
  { key: 'minutes', title: 'Hours', align: 'right', render: ({ minutes }) => hoursWords(minutes / 60) },
  { key: 'what', title: 'What', file: ['Kind', 'Specialty', 'Course'], render: whatWords },
  {
    key: 'note',
    title: 'Details',
    file: [
      'What they did',
      'Files',
      'Instructor’s answer',
      'Instructor’s note',
      'School’s note',
      'Student’s answer',
    ],
    render: (request) => <Said request={request} />,
  },
  {
    key: 'instructor',
    title: 'Instructor',
    phone: 'hide',
    render: ({ instructor_name: name }) => name ?? '—',
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateBadge state={stateOf(status)} label={statusInList[status]} />,
  },
]
