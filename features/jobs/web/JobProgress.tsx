import { Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Job, JobReason } from '../contract.ts'
import { hasEnded, jobSummary, percentOf } from '../rules.ts'
import { useCancelJob, useRefusedItems, useResumeJob } from './queries.ts'

const REASONS = 8

interface JobProgressProps {
  /** Undefined while it is loading. */
  job: (Job & { reasons: JobReason[] }) | undefined
  /** Replaces the usual sentence once the job has ended. */
  summary?: ReactNode
}

/** A job's progress, the outcomes of its rows, and buttons to cancel and resume it. */
export function JobProgress({ job, summary }: JobProgressProps): ReactNode {
  const cancel = useCancelJob()
  const resume = useResumeJob()
  if (!job) return <Progress value={100} animated aria-label="Progress" />
  const percent = percentOf(job)
  const isOver = hasEnded(job)
  const refused = job.reasons.filter(({ status }) => status === 'refused' || status === 'failed')
  return (
    <Stack gap="sm">
      {!isOver && <Progress value={percent ?? 100} animated={percent === null} aria-label={job.title} />}
      <Text size="sm" component="output">
        {isOver && summary !== undefined ? summary : jobSummary(job)}
      </Text>
      {job.error_message && (
        <Banner kind="danger" live>
          <span style={{ whiteSpace: 'pre-line' }}>{job.error_message}</span>
        </Banner>
      )}
      {refused.length > 0 && <Reasons job={job} reasons={refused} />}
      {job.is_mine && (
        <Group>
          {!isOver && (
            <Button
              variant="default"
              size="xs"
              disabled={job.cancel_requested}
              onClick={() => cancel.mutate({ id: job.id })}
            >
              Stop
            </Button>
          )}
          {(job.status === 'failed' || job.status === 'canceled') && (
            <Button
              variant="default"
              size="xs"
              loading={resume.isPending}
              onClick={() => resume.mutate({ id: job.id })}
            >
              Resume
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** Why rows could not be done, the most common reason first, with the rows on request. */
function Reasons({ job, reasons }: { job: Job; reasons: readonly JobReason[] }): ReactNode {
  const [isOpen, open] = useState(false)
  const items = useRefusedItems(job.id, isOpen)
  const rest = reasons.slice(REASONS).reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <List size="sm" spacing={4} aria-label="Why not">
        {reasons.slice(0, REASONS).map(({ message, count, code }) => (
          <List.Item key={`${code} ${message}`}>
            <b>{formatNumber(count)}:</b> {message}
          </List.Item>
        ))}
        {rest > 0 && <List.Item>{`${formatNumber(rest)} for other reasons`}</List.Item>}
      </List>
      {isOpen ? (
        <List
          size="xs"
          spacing={2}
          aria-label="Rows that could not be done"
          style={{ maxHeight: 240, overflow: 'auto' }}
        >
          {items.data?.rows.map(({ position, label, message }) => (
            <List.Item key={position}>
              {label}: {message}
            </List.Item>
          ))}
          {items.data && items.data.total > items.data.rows.length && (
            <List.Item>{`and ${formatNumber(items.data.total - items.data.rows.length)} more`}</List.Item>
          )}
        </List>
      ) : (
        <Group>
          <Button variant="subtle" size="xs" onClick={() => open(true)}>
            Show which
          </Button>
        </Group>
      )}
    </>
  )
}
