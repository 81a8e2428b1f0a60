import { Drawer, List, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Job } from '../contract.ts'
import { jobSummary } from '../rules.ts'
import { JobProgress } from './JobProgress.tsx'
import { useJob, useJobs } from './queries.ts'

/** The newest jobs, including running ones: a job continues when its page is closed, and is found again here. */
export function JobsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title="Recent jobs"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <RecentJobs />}
    </Drawer>
  )
}

function RecentJobs(): ReactNode {
  const query = useJobs(true)
  const [shown, show] = useState<string>()
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The jobs couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (!query.data) return <Skeletons count={6} />
  if (query.data.length === 0)
    return (
      <EmptyState
        compact
        titleOrder={3}
        icon={IconListCheck}
        title="No jobs yet"
        description="When you publish, approve or cancel many shifts at once, the job is listed here with its progress."
      />
    )
  return (
    <List listStyleType="none" spacing="md" aria-label="Jobs">
      {query.data.map((job) => (
        <List.Item key={job.id} styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
          <Stack gap={4}>
            <UnstyledButton
              aria-expanded={shown === job.id}
              onClick={() => show(shown === job.id ? undefined : job.id)}
            >
              <Text fw={600} size="sm">
                {job.title}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {jobSummary(job)} · {!job.is_mine && job.asked_by_name && `${job.asked_by_name}, `}
                <RelativeTime value={job.created_at} />
              </Text>
            </UnstyledButton>
            {shown === job.id && <OneJob job={job} />}
          </Stack>
        </List.Item>
      ))}
    </List>
  )
}

function OneJob({ job }: { job: Job }): ReactNode {
  const { data } = useJob(job.id)
  return <JobProgress job={data} />
}
