import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { ReportAction } from '../contract.ts'
import { actionTitles } from '../rules.ts'
import { semesterReports, useRunReports } from './queries.ts'

export type RunRequest = { action: ReportAction; semesterId: string; studentIds: readonly string[] }

const explanations: Record<ReportAction, string> = {
  generate:
    'Hours, attendance, shift reports and credentials are read as they are now. Comments that are there stay. A published report gets a new version only where something changed.',
  request_comment: 'Instructors who led most of a student’s shifts are notified and comment.',
  skip_comment: 'The reports go to your review without an instructor’s comment.',
  publish: 'Each student is notified once and gets the report with a PDF. A published version never changes.',
  withhold: 'Students do not see a withheld report. You can release it later.',
}

/** Starts a job on the reports of many students: explains it, collects what it needs, and shows its progress. */
export function RunDialog({
  request,
  onClose,
}: {
  request: RunRequest | undefined
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      title={request ? actionTitles[request.action] : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && <Steps request={request} onClose={onClose} />}
    </Modal>
  )
}

const touched = [semesterReports.key()]

function Steps({ request, onClose }: { request: RunRequest; onClose: () => void }): ReactNode {
  const { action, semesterId, studentIds } = request
  const [jobId, setJob] = useState<string>()
  const [id] = useState(() => crypto.randomUUID())
  const [isAnyway, setAnyway] = useState(false)
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const tick = usePatientTick()
  const start = useRunReports()
  const job = useJob(jobId, touched)
  const begin = () =>
    start.mutate(
      {
        id,
        action,
        semester_id: semesterId,
        student_ids: [...studentIds],
        with_missing: isAnyway,
        reason: reason.trim() || null,
        ...tick.sent,
      },
      { onSuccess: ({ job_id }) => setJob(job_id), onError: (error) => setFailure(messageOf(error)) },
    )
  if (jobId)
    return (
      <Stack gap="md">
        <JobProgress job={job.data} />
        <Group justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {job.data && hasEnded(job.data) ? '' : 'You can close this. It keeps running.'}
          </Text>
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    )
  return (
    <Stack gap="md">
      <Text size="sm">{`${studentIds.length === 1 ? '1 student' : `${studentIds.length} students`}. ${explanations[action]}`}</Text>
      {action === 'publish' && (
        <Checkbox
          label="Publish even if something is missing"
          description="The report says what. Without this, only complete reports are published."
          checked={isAnyway}
          onChange={(event) => setAnyway(event.currentTarget.checked)}
        />
      )}
      {action === 'withhold' && (
        <FreeText
          tick={tick}
          label="Reason"
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {failure && <Banner kind="danger" live title={failure} />}
      <Group justify="flex-end">
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={start.isPending} onClick={begin}>
          {actionVerbs[action]}
        </Button>
      </Group>
    </Stack>
  )
}

const actionVerbs: Record<ReportAction, string> = {
  generate: 'Generate',
  request_comment: 'Ask for comments',
  skip_comment: 'Continue',
  publish: 'Publish',
  withhold: 'Withhold',
}
