import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { howMany } from '#core/number-text.ts'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard } from '#ui/StatCard.tsx'
import type { Figures, RunDetail } from '../contract.ts'
import { changesInWords } from '../rules.ts'
import { figureLines } from './figures.ts'
import { NotPublished } from './NotPublished.tsx'
import { matchRuns, touchedByRuns, useDiscard, usePublish } from './queries.ts'
import { RunBadge } from './RunBadge.tsx'
import { RunEdits } from './RunEdits.tsx'
import { RunDiagram } from './RunDiagram.tsx'
import { RunStudents } from './RunStudents.tsx'
import { proofInWords, runModeLabels } from './run-words.ts'
import classes from './MatchRuns.module.css'

/** One run: its proof and metrics, placements with reasons, edits, and publishing. */
export function OneRun({ campaignId, id }: { campaignId: string; id: string }): ReactNode {
  const query = useQuery(matchRuns.get.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} skeleton={<Skeletons shape="table" />} failedTitle="This run couldn’t be loaded">
      {(run) => (
        <>
          <Head run={run} campaignId={campaignId} />
          {run.figures && <FigureCards figures={run.figures} />}
          {run.figures && <RunDiagram run={run} />}
          {run.figures && <RunStudents run={run} />}
          {run.edits.length > 0 && <RunEdits run={run} />}
        </>
      )}
    </Loaded>
  )
}

function Head({ run, campaignId }: { run: RunDetail; campaignId: string }): ReactNode {
  const { phase, settings, proof } = run
  const isAtWork = phase === 'queued' || phase === 'running' || phase === 'failed' || phase === 'stopped'
  return (
    <PageSection
      title={`Run ${run.number}`}
      description={`${runModeLabels[settings.mode]}, seed ${settings.seed}. ${proofInWords(proof)}`}
      actions={
        <>
          <RunBadge phase={phase} />
          <LinkButton href={`/school/wishlists?id=${campaignId}&view=runs`} variant="default">
            All runs
          </LinkButton>
        </>
      }
    >
      {isAtWork && <AtWork jobId={run.job_id} />}
      {proof?.status === 'infeasible' && <Infeasible proof={proof} />}
      {proof && proof.minimums.length > 0 && (
        <Banner kind="warning" title="Not all minimums are reached">
          {proof.minimums.join(' ')}
        </Banner>
      )}
      {phase === 'done' && run.unranked > 0 && (
        <Banner kind="warning" title="Not all students are ranked">
          {howMany(run.unranked, 'student')} chose a facility or preceptor that ranked others but not them,
          and cannot get a seat there. Once they are ranked, run the match again.
        </Banner>
      )}
      {phase === 'done' && <Decide run={run} />}
      {phase === 'published' && (
        <p>Its seats are given, and its students have their results and the reasons.</p>
      )}
    </PageSection>
  )
}

function AtWork({ jobId }: { jobId: string }): ReactNode {
  const job = useJob(jobId, touchedByRuns)
  return <JobProgress job={job.data} />
}

const MAX_SHOWN = 12

function Sentences({ of }: { of: readonly string[] }): ReactNode {
  return (
    <ul className={classes.sentences}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function Infeasible({ proof }: { proof: NonNullable<RunDetail['proof']> }): ReactNode {
  return (
    <Banner kind="warning" title="These rules contradict each other" live>
      {proof.summary && <p>{proof.summary}</p>}
      {proof.conflict.length > MAX_SHOWN ? (
        <details>
          <summary>All {proof.conflict.length} rules</summary>
          <Sentences of={proof.conflict} />
        </details>
      ) : (
        <Sentences of={proof.conflict} />
      )}
      <p>
        {proof.irreducible
          ? 'Change any one of them, or let students go without a seat, and run the match again.'
          : 'Change some of them, or let students go without a seat, and run the match again.'}
      </p>
    </Banner>
  )
}

function Decide({ run }: { run: RunDetail }): ReactNode {
  const publish = usePublish()
  const discard = useDiscard()
  const [jobId, setJobId] = useState<string>()
  const over = useCallback(() => setJobId(undefined), [])
  const { id, number, figures } = run
  const changes = run.changes && changesInWords(run.changes)
  const [ask, dialog] = useAction({
    label: 'Publish results',
    ask: () => ({
      title: `Publish run ${number}?`,
      body: `${changes ? `Since this run, ${changes} ` : ''}${howMany(figures!.students, 'student gets', 'students get')} their results and the reasons, and ${howMany(figures!.placed, 'placement becomes a seat', 'placements become seats')} on shifts. Students can say within 72 hours that a fact is wrong. Publishing can’t be undone.`,
    }),
    run: async () => {
      const job = crypto.randomUUID()
      await publish.mutateAsync({ id, job_id: job })
      setJobId(job)
    },
    tellsFailure: true,
  })
  return (
    <>
      {changes && (
        <Banner kind="warning" title="Changed since this run">
          {changes} Run the match again to include it.
        </Banner>
      )}
      <div className={classes.actions}>
        {figures && (
          <Button loading={publish.isPending} disabled={jobId !== undefined} onClick={() => ask({})}>
            Publish results
          </Button>
        )}
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate({ id })}>
          Set aside
        </Button>
      </div>
      {dialog}
      {jobId && <Publishing key={jobId} jobId={jobId} onOver={over} />}
      {run.not_published && !jobId && <NotPublished run={run} found={run.not_published} />}
    </>
  )
}

/** Shown while it is being published; the run itself names the refused placements (`not_published`). */
function Publishing({ jobId, onOver }: { jobId: string; onOver: () => void }): ReactNode {
  const job = useJob(jobId)
  const isRefused = job.data?.error_code === 'run.not_placed'
  useEffect(() => {
    if (isRefused) onOver()
  }, [isRefused, onOver])
  return <AtWork jobId={jobId} />
}

function FigureCards({ figures }: { figures: Figures }): ReactNode {
  return (
    <PageSection title="Figures" look="plain">
      <div className={classes.stats}>
        {figureLines.map(({ label, value }) => (
          <StatCard key={label} label={label} value={value(figures)} />
        ))}
      </div>
    </PageSection>
  )
}
