import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { hoursWords } from '#features/hours/rules.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { QueryLike } from '#ui/Loaded.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import type { HoursRequest } from '../contract.ts'
import { whatWords } from './words.tsx'

type RequestTableProps = {
  label: string
  query: QueryLike<{ rows: HoursRequest[]; total: number }> & { isPlaceholderData: boolean }
  /** Renders the notes on the hours. */
  said: (request: HoursRequest) => ReactNode
  /** The heading of the answer column. */
  answerTitle: string
  /** The answers, one button each; the first is filled. */
  answers: readonly Action<HoursRequest>[]
  page: number
  pageSize: number
  onPageChange: (page: number) => void
  empty: { title: string; description: string }
}

/** Hours that students reported, each with its answer buttons: for the instructor who was there, and for the school that decides. */
export function RequestTable({ said, answerTitle, answers, query, ...list }: RequestTableProps): ReactNode {
  const actions = useActions(answers, { nameOf: ({ student_name: name }) => name })
  return (
    <>
      <ListTable<HoursRequest>
        {...list}
        query={query}
        failedTitle="The reported hours couldn’t be loaded"
        rows={query.data?.rows}
        columns={[
          { key: 'student', title: 'Student', render: ({ student_name: name }) => name },
          { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
          {
            key: 'minutes',
            title: 'Hours',
            align: 'right',
            render: ({ minutes }) => hoursWords(minutes / 60),
          },
          { key: 'what', title: 'What', render: whatWords },
          { key: 'note', title: 'In their words', render: said },
          {
            key: 'answer',
            title: answerTitle,
            align: 'right',
            render: (row) => (
              <Group gap={6} justify="flex-end">
                {answers.map((action, index) => (
                  <Button
                    key={action.id}
                    size="xs"
                    variant={index === 0 ? 'filled' : 'default'}
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
      />
      {actions.dialog}
    </>
  )
}
