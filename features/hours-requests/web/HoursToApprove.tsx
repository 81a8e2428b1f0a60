import { Button, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { HoursRequest } from '../contract.ts'
import { hoursRequests } from './queries.ts'
import { useDecisions } from './use-decisions.ts'
import { Said, whatWords } from './words.tsx'

const PAGE_SIZE = 10

const columns: readonly Column<HoursRequest>[] = [
  { key: 'student', title: 'Student', render: ({ student_name: name }) => name },
  { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
  { key: 'minutes', title: 'Hours', align: 'right', render: ({ minutes }) => hoursWords(minutes / 60) },
  { key: 'what', title: 'What', render: whatWords },
  { key: 'note', title: 'In their words', render: (request) => <Said request={request} /> },
]

type HoursToApproveProps = {
  /** The school worked in, for the platform alone. */
  school?: string | null
  /** 'plain' inside something that names it already; a card leaves the page where nothing waits. */
  look?: 'card' | 'plain'
}

/** Hours that students reported and no one has decided, with the decision at hand. */
export function HoursToApprove({ school = null, look = 'card' }: HoursToApproveProps): ReactNode {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...hoursRequests.waiting.queryOptions({
      input: { page, page_size: PAGE_SIZE, ...(school && { school_id: school }) },
    }),
    placeholderData: keepPreviousData,
  })
  const decisions = useDecisions()
  const actions = useActions(decisions, { nameOf: ({ student_name: name }) => name })
  const total = query.data?.total ?? 0
  if (look === 'card' && !query.isError && total === 0) return null
  return (
    <PageSection
      look={look === 'card' ? 'flush' : 'plain'}
      {...(look === 'card' && {
        title: `Hours to approve · ${total.toLocaleString('en-US')}`,
        description: 'Reported by students because no shift shows them.',
      })}
    >
      <ListTable<HoursRequest>
        label="Hours to approve"
        query={query}
        failedTitle="The reported hours could not be loaded"
        rows={query.data?.rows}
        columns={[
          ...columns,
          {
            key: 'decision',
            title: 'Decision',
            align: 'right',
            render: (row) => (
              <Group gap={6} justify="flex-end">
                {decisions.map((action) => (
                  <Button
                    key={action.id}
                    size="xs"
                    variant={action.id === 'approve' ? 'filled' : 'default'}
                    aria-label={`${action.label.replace('…', '')}: ${row.student_name}, ${formatDate(row.date)}`}
                    disabled={Boolean(action.blocker?.(row))}
                    onClick={() => actions.start(action, [row])}
                  >
                    {action.label}
                  </Button>
                ))}
              </Group>
            ),
          },
        ]}
        rowKey={({ id }) => id}
        rowLabel={({ student_name: name, date }) => `${name}, ${formatDate(date)}`}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={setPage}
        empty={{ title: 'No hours to approve', description: 'Hours that students report appear here.' }}
      />
      {actions.dialog}
    </PageSection>
  )
}
