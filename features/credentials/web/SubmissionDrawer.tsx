import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formFields } from '#features/credential-types/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { toast } from '#ui/toast.ts'
import type { Credential } from '../contract.ts'
import { reasonLabels, statusLabels } from '../rules.ts'
import { Answers } from './Answers.tsx'
import { validityOf } from './clearance-words.ts'
import { ReviewedDocument } from './ReviewedDocument.tsx'
import { credentials, useDecideCredential } from './queries.ts'

type Props = { opened: boolean; submission: Credential | undefined; name: string; onClose: () => void }

/**
 * One submission for the school: what was sent, its history and who decided; it
 * can be revoked here, or approved after its condition is met.
 */
export function SubmissionDrawer({ opened, submission, name, onClose }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={submission ? `${submission.type_name}, ${name}` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {submission && <Submission key={submission.id} id={submission.id} onDone={onClose} />}
    </Drawer>
  )
}

function Submission({ id, onDone }: { id: string; onDone: () => void }): ReactNode {
  const query = useQuery(credentials.get.queryOptions({ input: { id } }))
  return (
    <Loaded
      query={query}
      isEmpty={() => false}
      skeleton={<Skeletons shape="text" count={6} />}
      failedTitle="This submission couldn’t be loaded"
    >
      {(found) => (
        <Stack gap="md">
          <Group gap="xs">
            <StateBadge state={found.shown} label={statusLabels[found.shown]} />
            <Text size="sm">{validityOf(found)}</Text>
          </Group>
          {found.status !== 'approved' && (found.reason_code || found.note) && (
            <Alert color="gray">
              {[found.reason_code && `${reasonLabels[found.reason_code]}.`, found.note]
                .filter(Boolean)
                .join(' ')}
            </Alert>
          )}
          {found.files.length > 0 && (
            <ReviewedDocument
              files={found.files}
              isRestricted={found.type.is_restricted}
              reason="A submission of a person at the school"
            />
          )}
          <Answers values={found.values} fields={formFields(found.type)} />
          {found.history.length > 0 && (
            <Timeline
              label="History"
              events={found.history.map((step, at) => ({
                id: String(at),
                title: statusLabels[step.to],
                at: step.at,
                ...(step.by_name && { by: step.by_name }),
                ...(step.reason && { note: step.reason }),
                state: step.to,
              }))}
            />
          )}
          <Change found={found} onDone={onDone} />
        </Stack>
      )}
    </Loaded>
  )
}

/** The possible decisions: revoke one that counts, approve or reject one that counts conditionally, review one that is waiting. */
function Change({ found, onDone }: { found: Credential; onDone: () => void }): ReactNode {
  const decide = useDecideCredential()
  const tick = usePatientTick()
  const [note, setNote] = useState('')
  const { id, status } = found
  if (status === 'submitted' || status === 'in_review')
    return (
      <LinkButton href={`/school/compliance/students/verification-queue?item=${id}`}>Review it</LinkButton>
    )
  const isConditional = status === 'conditionally_approved'
  if (!isConditional && status !== 'approved' && status !== 'waived') return null
  const send = (input: Parameters<typeof decide.mutate>[0], done: string) =>
    decide.mutate(input, {
      onSuccess: () => {
        toast.success(done)
        onDone()
      },
    })
  const words = status === 'waived' ? 'End the waiver' : isConditional ? 'Reject' : 'Revoke'
  const stop = (event: FormEvent) => {
    event.preventDefault()
    if (isConditional) send({ id, decision: 'reject', reason_code: 'other', note, ...tick.sent }, 'Rejected')
    else
      send({ id, decision: 'revoke', note, ...tick.sent }, status === 'waived' ? 'Waiver ended' : 'Revoked')
  }
  return (
    <form aria-label={words} onSubmit={stop}>
      <Stack gap="sm">
        <FreeText
          tick={tick}
          sentAs="note"
          label={`Why ${words.toLowerCase()}?`}
          description="The student reads it."
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {decide.isError && <Banner kind="danger" live title={decide.error.message} />}
        <FormFooter>
          {isConditional && (
            <Button
              variant="default"
              loading={decide.isPending}
              onClick={() => send({ id, decision: 'approve' }, 'Approved')}
            >
              Approve without the condition
            </Button>
          )}
          <Button type="submit" color="red" loading={decide.isPending} disabled={note.trim().length < 3}>
            {words}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
