import type { ReactNode } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { CompareRuns } from './CompareRuns.tsx'
import { ConcernsView } from './ConcernsView.tsx'
import { OneRun } from './OneRun.tsx'
import { type MatchOf, RunsView } from './RunsView.tsx'
import { WeightsView } from './WeightsView.tsx'

/** The school's view of matching: all runs, one run, two to compare, the weights, or concerns. */
export function MatchView(props: MatchOf): ReactNode {
  const [{ run, with: other }] = useSearchParams({ run: idParam, with: idParam })
  const { campaignId, phase, view } = props
  if (view === 'weights') return <WeightsView campaignId={campaignId} phase={phase} />
  if (view === 'concerns') return <ConcernsView campaignId={campaignId} />
  if (run && other) return <CompareRuns campaignId={campaignId} ids={[run, other]} />
  if (run) return <OneRun campaignId={campaignId} id={run} />
  return <RunsView {...props} />
}
