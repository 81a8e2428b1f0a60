import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { outcomeText } from '../rules.ts'
import { departureTouches } from './queries.ts'

type Outcome = Parameters<typeof outcomeText>[0]

/** The progress of a departure with many steps. Until the end nothing has changed, and it can be stopped. */
export function DepartureProgress({
  jobId,
  isOwn,
  onClose,
}: {
  jobId: string
  isOwn: boolean
  onClose: () => void
}): ReactNode {
  const { data: job } = useJob(jobId, departureTouches)
  // Students and instructors, who close only their own account, have no list of jobs.
  const listed = isOwn ? '' : ' under Recent jobs in your menu'
  const isOver = job !== undefined && hasEnded(job)
  return (
    <Stack gap="md">
      <JobProgress
        job={job}
        summary={
          job?.status === 'done' ? (
            <b>{`Deactivated. ${outcomeText(job.result as Outcome)} Everyone concerned is notified.`}</b>
          ) : (
            <b>Nothing was changed.</b>
          )
        }
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed" maw={340}>
          {isOver
            ? listed && `You can find this${listed}.`
            : `Nothing changes until all of it is done, and you can stop it until then. You can close this: it continues${listed}.`}
        </Text>
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  )
}
