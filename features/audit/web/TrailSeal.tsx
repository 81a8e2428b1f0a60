import { Button, Code, List, Stack, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { Verification } from '../contract.ts'
import { faultSentence, verificationSentence } from '../messages.ts'
import { audit } from './queries.ts'

// It includes the result of the job.
const touched = [audit.seal.key()]

/** How the audit trail is sealed against changes, its last verification, and the button that verifies it. */
export function TrailSeal(): ReactNode {
  const query = useQuery({ ...audit.seal.queryOptions(), staleTime: 0 })
  const verify = useMutation({
    ...audit.verify.mutationOptions(),
    meta: { failed: 'The verification was not started', touches: touched },
  })
  const jobId = verify.data?.job_id ?? query.data?.job_id ?? undefined
  const { data: job } = useJob(jobId, touched)
  const isOver = job !== undefined && hasEnded(job)
  const isRunning = verify.isPending || (job ? !isOver : query.data?.is_running === true)
  return (
    <PageSection
      title="Integrity"
      description="Entries are sealed into chains of digests, one for each school. Verifying shows whether any was removed or altered since."
      actions={
        <Button
          size="xs"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          loading={isRunning}
          disabled={!query.data}
          onClick={() => verify.mutate({ job_id: crypto.randomUUID() })}
        >
          Verify
        </Button>
      }
    >
      <Loaded query={query} skeleton={<Skeletons count={3} />} failedTitle="The chains couldn’t be loaded">
        {({ chains, rows, waiting, sealed_at: sealedAt, last }) => (
          <Stack>
            <StatGrid>
              <StatCard label="Chains" value={chains} />
              <StatCard label="Sealed entries" value={rows} />
              <StatCard label="Waiting to be sealed" value={waiting} />
            </StatGrid>
            {sealedAt && (
              <Text size="sm" c="dimmed">
                Last sealed <RelativeTime value={sealedAt} />.
              </Text>
            )}
            {job && (isRunning || job.status !== 'done') && <JobProgress job={job} />}
            {last ? <Outcome {...last} /> : <Text size="sm">Not verified yet.</Text>}
            <Text size="sm" c="dimmed">
              The owner of the database could remove the newest entries together with their seals. To notice
              that as well, run <Code>verify-audit --heads FILE</Code> on the command line and keep the file
              elsewhere.
            </Text>
          </Stack>
        )}
      </Loaded>
    </PageSection>
  )
}

function Outcome(last: Verification): ReactNode {
  const more = last.broken_count - last.broken.length
  return (
    <Banner
      kind={last.broken_count === 0 ? 'success' : 'danger'}
      title={last.broken_count === 0 ? 'The trail is intact' : 'The trail was changed'}
      live
    >
      <Text size="sm">
        {verificationSentence(last)} Verified <RelativeTime value={last.checked_at} />.
      </Text>
      {last.broken.length > 0 && (
        <List size="sm" aria-label="First broken entry of each chain">
          {last.broken.map((entry) => (
            <List.Item key={entry.chain}>
              {entry.name}: {faultSentence(entry)} Sealed <RelativeTime value={entry.sealed_at} />.
            </List.Item>
          ))}
          {more > 0 && <List.Item>and {formatNumber(more)} more</List.Item>}
        </List>
      )}
    </Banner>
  )
}
