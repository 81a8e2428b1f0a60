import { Drawer, Group, Stack, Text } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Pager } from '#ui/Pager.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Message, Recipient } from '../contract.ts'
import { remindBlocker } from '../rules.ts'
import type { Changed } from './MessageDialog.tsx'
import { messages, refetchWhileSending } from './queries.ts'
import { useMessageActions } from './use-message-actions.ts'
import { atWords, outcomeWords, statusLabels, whyNot } from './words.ts'

const PAGE_SIZE = 25
const columns: Column<Recipient>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  {
    key: 'read_at',
    title: 'Read',
    render: ({ read_at: at }) => (at ? <RelativeTime value={at} /> : 'Not yet'),
  },
]

type Props = {
  id: string | undefined
  onClose: () => void
  onChange: (message: Changed) => void
}

/** One message with its actions and who has read it; closed while there is no id. */
export function MessageDetails({ id, onClose, onChange }: Props): ReactNode {
  const [seen, setSeen] = useState<{ id: string | undefined; show: 'all' | 'unread'; page: number }>()
  // Another message begins with all of its recipients.
  const { show, page } = seen?.id === id && seen ? seen : { show: 'all' as const, page: 1 }
  const query = useQuery(
    messages.get.queryOptions({
      input: id ? { id, show, page, page_size: PAGE_SIZE } : skipToken,
      staleTime: 0,
      // The page before of the same message; while it closes, what it shows.
      placeholderData: (before) => (id === undefined || before?.id === id ? before : undefined),
      refetchInterval: ({ state }) => refetchWhileSending(state.data && [state.data]),
    }),
  )
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      title={query.data?.title ?? 'Message'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The message couldn’t be loaded"
      >
        {(sent) => (
          <Stack gap="md">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{sent.message}</Text>
            <KeyValue
              items={[
                { label: sent.status === 'sent' ? 'Sent to' : 'To', value: sent.audience_name },
                { label: 'Status', value: statusLabels[sent.status] },
                ...(sent.status === 'sent' || sent.status === 'on_its_way'
                  ? [
                      { label: 'Sent', value: <RelativeTime value={sent.at} /> },
                      { label: 'Sent by', value: sent.sender_name },
                      { label: 'Urgent', value: sent.is_urgent ? 'Yes' : 'No' },
                      { label: 'Read by', value: `${sent.have_read} of ${sent.recipients}` },
                    ]
                  : [
                      { label: 'Scheduled for', value: atWords(sent) },
                      { label: 'Written by', value: sent.sender_name },
                      { label: 'Urgent', value: sent.is_urgent ? 'Yes' : 'No' },
                    ]),
                ...sent.reminders.map(({ at, sender_name: name, recipients }) => ({
                  label: 'Reminder',
                  value: (
                    <>
                      {`To ${recipients} by ${name}, `}
                      <RelativeTime value={at} />
                    </>
                  ),
                })),
              ]}
            />
            {outcomeWords(sent) && <Text size="sm">{outcomeWords(sent)}</Text>}
            <Actions message={sent} onChange={() => onChange(sent)} />
            {sent.recipients > 0 && (
              <>
                <SegmentedFilter
                  label="Show"
                  value={show}
                  options={[
                    { value: 'all', label: 'All', count: sent.recipients },
                    { value: 'unread', label: 'Not read yet', count: sent.recipients - sent.have_read },
                  ]}
                  onChange={(next) => setSeen({ id, show: next, page: 1 })}
                />
                <DataTable
                  label="Recipients"
                  columns={columns}
                  rows={sent.people}
                  rowKey={({ user_id: person, name }) => person ?? name}
                  rowLabel={({ name }) => name}
                  empty={{ title: 'Everyone has read it' }}
                />
                {sent.total > 0 && (
                  <Pager
                    page={page}
                    total={sent.total}
                    pageSize={PAGE_SIZE}
                    onPageChange={(next) => setSeen({ id, show, page: next })}
                    label="Recipients"
                  />
                )}
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}

/** The actions of a message. */
function Actions({ message, onChange }: { message: Message; onChange: () => void }): ReactNode {
  const [openedAt] = useState(() => Date.now())
  const kit = useMessageActions(message, { openedAt, onChange })
  const reason = message.status === 'sent' && whyNot(remindBlocker(message, openedAt))
  return (
    <Stack gap={4}>
      <Group gap="sm">{kit.buttonsOf(message)}</Group>
      {reason && message.have_read < message.recipients && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
      {kit.dialog}
    </Stack>
  )
}
