import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMail, IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { ReceivedMessage } from '../contract.ts'
import { topicLabels } from '../rules.ts'
import { MessageBadge } from './MessageBadge.tsx'
import { contactMessages, useMarkRead, useSetAnswered } from './queries.ts'

/** One message with its actions; opening it marks it as read. */
export function MessageDetails({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useQuery(contactMessages.get.queryOptions({ input: { id } }))
  const { mutate: markRead } = useMarkRead()
  const isUnread = query.data?.read_at === null
  useEffect(() => {
    if (isUnread) markRead({ id })
  }, [isUnread, id, markRead])
  return (
    <OpenModal
      onClose={onClose}
      title={query.data ? `Message from ${query.data.name}` : 'Message'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={6} />}
        failedTitle="The message couldn’t be loaded"
      >
        {(message) => <Details message={message} />}
      </Loaded>
    </OpenModal>
  )
}

function Details({ message }: { message: ReceivedMessage }): ReactNode {
  const setAnswered = useSetAnswered()
  const { id, email, topic, answered_at, answered_by_name } = message
  const subject = encodeURIComponent(`Your message to Placewell: ${topicLabels[topic]}`)
  return (
    <Stack gap="md">
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.message}</Text>
      <KeyValue
        items={[
          { label: 'Status', value: <MessageBadge message={message} /> },
          { label: 'From', value: message.name },
          { label: 'Email', value: email },
          { label: 'Organization', value: message.organization },
          { label: 'About', value: topicLabels[topic] },
          { label: 'Received', value: <RelativeTime value={message.created_at} /> },
          ...(answered_at
            ? [
                {
                  label: 'Answered',
                  value: (
                    <>
                      <RelativeTime value={answered_at} /> by {answered_by_name ?? 'a superadmin'}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          loading={setAnswered.isPending}
          leftSection={<IconMailCheck size={16} aria-hidden />}
          onClick={() => setAnswered.mutate({ id, answered: !answered_at })}
        >
          {answered_at ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
        <Button
          component="a"
          href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}
          leftSection={<IconMail size={16} aria-hidden />}
        >
          Write an answer
        </Button>
      </Group>
    </Stack>
  )
}
