import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { isAtWork, runWords, startWords } from '../rules.ts'
import { ChangesOf } from './ChangesViews.tsx'
import { automations } from './queries.ts'
import { TITLE } from './Views.tsx'
import { PAGE, RunBadge } from './words.tsx'

/** One run: its progress, and each of its changes. */
export function RunScreen({ id }: { id: string }): ReactNode {
  const query = useQuery({
    ...automations.run.queryOptions({ input: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? 2_000 : false),
  })
  const run = query.data
  const job = useJob(run && isAtWork(run) ? run.job_id : undefined).data
  return (
    <Page
      title={run?.rule_name ?? 'Run'}
      description={
        run &&
        `${runWords(run)}. Started by ${run.is_scheduled && run.events === 0 ? 'its schedule' : startWords(run).replace('A person', 'a person')}.`
      }
      badge={run && <RunBadge status={run.status} />}
      breadcrumbs={[
        { label: TITLE, href: PAGE },
        { label: 'Runs', href: `${PAGE}?view=runs` },
        ...(run ? [{ label: run.rule_name, href: `${PAGE}?rule=${run.rule_id}` }] : []),
      ]}
      width="wide"
      query={query}
      failedTitle="The run couldn’t be loaded"
    >
      {(found) => (
        <>
          {isAtWork(found) && (
            <PageSection>
              <JobProgress job={job} />
            </PageSection>
          )}
          {found.error && (
            <Banner kind="danger" title="This run failed">
              {found.error}
            </Banner>
          )}
          <ChangesOf runId={id} isAtWork={isAtWork(found)} />
        </>
      )}
    </Page>
  )
}
