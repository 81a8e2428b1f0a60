import { Modal, Text } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { audienceText, peopleCount, reachText } from './announcement-texts.ts'
import { sendingPollInterval, notifications } from './queries.ts'

type AnnouncementDetailsProps = { id: string | undefined; onClose: () => void }

/** One announcement and its outcome; closed while there is no id. */
export function AnnouncementDetails({ id, onClose }: AnnouncementDetailsProps): ReactNode {
  const query = useQuery(
    notifications.getBroadcast.queryOptions({
      input: id ? { id } : skipToken,
      staleTime: 0,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => sendingPollInterval(state.data && [state.data]),
    }),
  )
  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      title={query.data?.title ?? 'Notification'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The notification couldn’t be loaded"
      >
        {(sent) => (
          <>
            <Text mb="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {sent.message}
            </Text>
            <KeyValue
              items={[
                { label: 'Sent to', value: audienceText(sent) },
                { label: 'Sent', value: <RelativeTime value={sent.created_at} /> },
                { label: 'Sent by', value: sent.sender_name },
                { label: 'Leads to', value: sent.action_url },
                {
                  label: 'Reached',
                  value: sent.finished_at ? peopleCount(sent.recipient_count) : reachText(sent),
                },
                {
                  label: 'Read by',
                  value: `${peopleCount(sent.have_read)} (${percent(sent.have_read, sent.recipient_count)})`,
                },
                {
                  label: 'By email',
                  value: mailWords(sent.mails_sent, sent.mails_waiting, sent.mails_failed),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Modal>
  )
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${Math.floor((100 * part) / whole)}%`

function mailWords(sent: number, waiting: number, failed: number): string {
  if (sent + waiting + failed === 0) return 'No'
  const parts = [
    `${sent} sent`,
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} could not be delivered`,
  ]
  return parts.filter(Boolean).join(', ')
}
