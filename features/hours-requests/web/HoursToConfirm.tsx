import { Button, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { wordsOf } from '#core/refusal.ts'
import { hoursWords } from '#features/hours/rules.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { toast } from '#ui/toast.ts'
import type { Confirmation, HoursRequest } from '../contract.ts'
import { hoursRequestRefusals } from '../messages.ts'
import { confirmBlocker } from '../rules.ts'
import { hoursRequests, useConfirmHours } from './queries.ts'
import { Evidence, whatWords } from './words.tsx'

const PAGE_SIZE = 10

const columns: readonly Column<HoursRequest>[] = [
  { key: 'student', title: 'Student', render: ({ student_name: name }) => name },
  { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
  { key: 'minutes', title: 'Hours', align: 'right', render: ({ minutes }) => hoursWords(minutes / 60) },
  { key: 'what', title: 'What', render: whatWords },
  {
    key: 'note',
    title: 'In their words',
    render: ({ note, evidence_file_ids: files }) => (
      <div>
        {note}
        <Evidence files={files} />
      </div>
    ),
  },
]

const blocked = (row: HoursRequest): string | false => {
  const blocker = confirmBlocker(row, { confirmation: 'confirmed', note: null, version: row.version })
  return blocker ? wordsOf(hoursRequestRefusals, blocker) : false
}

/** Hours that students reported with the instructor who looks: they say whether these are right. The card is there while something waits. */
export function HoursToConfirm(): ReactNode {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...hoursRequests.toConfirm.queryOptions({ input: { page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const words = useWords()
  const actions = useActions(words, { nameOf: ({ student_name: name }) => name })
  const total = query.data?.total ?? 0
  if (!query.isError && total === 0) return null
  return (
    <PageSection
      look="flush"
      title={`Hours to confirm · ${total.toLocaleString('en-US')}`}
      description="Students say that you were there. Your school reads your answer and decides."
    >
      <ListTable<HoursRequest>
        label="Hours to confirm"
        query={query}
        failedTitle="The reported hours could not be loaded"
        rows={query.data?.rows}
        columns={[
          ...columns,
          {
            key: 'answer',
            title: 'Your answer',
            align: 'right',
            render: (row) => (
              <Group gap={6} justify="flex-end">
                {words.map((action) => (
                  <Button
                    key={action.id}
                    size="xs"
                    variant={action.id === 'confirm' ? 'filled' : 'default'}
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
        empty={{
          title: 'No hours to confirm',
          description: 'Hours that students report with you appear here.',
        }}
      />
      {actions.dialog}
    </PageSection>
  )
}

/** Both answers with their question. */
function useWords(): Action<HoursRequest>[] {
  const confirm = useConfirmHours()
  const settle = async (
    { id, version, student_name: name }: HoursRequest,
    confirmation: Confirmation,
    { reason: note, tick }: { reason?: string; tick?: object } = {},
  ) => {
    await confirm.mutateAsync({ id, version, confirmation, ...(note && { note }), ...tick })
    toast.success(
      confirmation === 'confirmed' ? `Hours of ${name} confirmed` : `Your school reads what you said about the hours of ${name}`,
    ) // prettier-ignore
  }
  return [
    {
      id: 'confirm',
      label: 'Confirm',
      icon: IconCheck,
      blocker: blocked,
      run: (row) => settle(row, 'confirmed'),
    },
    {
      id: 'dispute',
      label: 'Not right…',
      icon: IconX,
      blocker: blocked,
      ask: ([row]) => ({
        title: `What is wrong with the hours of ${row!.student_name}?`,
        body: 'The student and your school read it. Your school decides.',
        confirmLabel: 'Send',
        reason: { label: 'What is wrong', isRequired: true, minLength: 3, hint: 'Such as: It was four hours, not six.' },
      }),
      run: (row, answer) => settle(row, 'not_confirmed', answer),
    },
  ] // prettier-ignore
}
