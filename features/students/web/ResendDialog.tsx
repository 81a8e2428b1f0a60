import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { dayHere, formatDate } from '#core/plain-date.ts'
import type { invitationsContract } from '#features/invitations/contract.ts'
import { featureApi, featureClient, messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import type { StudentRow } from '../contract.ts'
import { resendBlocker } from '../rules.ts'
import { students } from './queries.ts'

const invitations = featureClient<typeof invitationsContract>('invitations')
const invitationLists = featureApi<typeof invitationsContract>('invitations').key()

type ResendDialogProps = {
  opened: boolean
  rows: readonly StudentRow[]
  onClose: () => void
  /** After all were tried; `sent`: how many. */
  onDone: (sent: number) => void
}

/** Resends many invitations: shows who gets one and who does not, sends them one after the other, and shows the result of each. */
export function ResendDialog({ opened, rows, onClose, onDone }: ResendDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title="Send invitations again"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {rows.length > 0 && <Sending rows={rows} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function Sending({ rows, onClose, onDone }: Omit<ResendDialogProps, 'opened'>): ReactNode {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Record<string, string>>({})
  const [state, setState] = useState<'asked' | 'sending' | 'done'>('asked')
  // One key for each invitation, regardless of how often the button is clicked.
  const [keys] = useState(() => new Map(rows.map(({ id }) => [id, crypto.randomUUID()])))
  const able = rows.filter((row) => resendBlocker(row) === null)
  const done = Object.keys(outcomes).length
  const failed = Object.values(outcomes).filter((outcome) => outcome !== 'sent').length

  async function send(): Promise<void> {
    setState('sending')
    for (const { id } of able) {
      // One after the other: each is a separate email, and the dialog shows the progress.
      // oxlint-disable-next-line no-await-in-loop -- as above
      const outcome = await invitations.resend({ id, idempotency_key: keys.get(id)! }).then(
        () => 'sent',
        (error: unknown) => messageOf(error),
      )
      setOutcomes((before) => ({ ...before, [id]: outcome }))
    }
    setState('done')
    await Promise.all(
      [students.key(), invitationLists].map((queryKey) =>
        client.invalidateQueries({ queryKey, refetchType: 'all' }),
      ),
    )
  }

  const columns: Column<StudentRow>[] = [
    { key: 'name', title: 'Person', render: ({ full_name }) => full_name },
    { key: 'email', title: 'Email', phone: 'hide', render: ({ email }) => email },
    {
      key: 'outcome',
      title: 'Outcome',
      render: (row) => {
        const outcome = resendBlocker(row) ?? outcomes[row.id]
        if (outcome === 'sent') return 'Sent'
        return outcome ? (
          <Text span size="sm" c="var(--pw-orange-ink)">
            {outcome}
          </Text>
        ) : row.status === 'expired' ? (
          'Expired: gets a new link'
        ) : (
          `New link; the one of ${formatDate(dayHere(row.created_at))} stops working`
        )
      },
    },
  ]
  return (
    <Stack gap="md">
      {state === 'done' ? (
        <Banner kind={failed > 0 ? 'warning' : 'success'} live>
          {failed > 0
            ? `${done - failed} sent, ${failed} not. See the reasons below.`
            : `${done === 1 ? '1 invitation was' : `${done} invitations were`} sent again.`}
        </Banner>
      ) : (
        <Text component="output" size="sm" fw={600}>
          {state === 'sending'
            ? `${formatNumber(done)} of ${formatNumber(able.length)} sent`
            : `${formatNumber(able.length)} of ${formatNumber(rows.length)} get a new invitation. Emails can’t be unsent.`}
        </Text>
      )}
      {state === 'sending' && <Progress value={(done / able.length) * 100} aria-label="Sent so far" />}
      <DataTable
        label="Invitations"
        rows={[...rows].sort((a, b) => a.kind.localeCompare(b.kind)).slice(0, 200)}
        columns={columns}
        rowKey={({ id }) => id}
      />
      {rows.length > 200 && <Text size="sm" c="dimmed">{`And ${rows.length - 200} more.`}</Text>}
      <Group justify="flex-end">
        {state === 'done' ? (
          <Button
            onClick={() => {
              onDone(done - failed)
              onClose()
            }}
          >
            Done
          </Button>
        ) : (
          <>
            <Button variant="default" data-leaves onClick={onClose} disabled={state === 'sending'}>
              Cancel
            </Button>
            <Button
              data-autofocus
              disabled={able.length === 0}
              loading={state === 'sending'}
              onClick={() => void send()}
            >
              {`Send ${able.length || ''}`}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  )
}
