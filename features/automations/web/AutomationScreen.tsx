import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { RulesView } from './RulesView.tsx'
import { viewParam } from './Views.tsx'

const SuggestionsView = lazy(() =>
  import('./ChangesViews.tsx').then((file) => ({ default: file.SuggestionsView })),
)
const RunsView = lazy(() => import('./RunsView.tsx').then((file) => ({ default: file.RunsView })))
const TemplatesView = lazy(() =>
  import('./TemplatesView.tsx').then((file) => ({ default: file.TemplatesView })),
)
const RuleScreen = lazy(() => import('./RuleScreen.tsx').then((file) => ({ default: file.RuleScreen })))
const RunScreen = lazy(() => import('./RunScreen.tsx').then((file) => ({ default: file.RunScreen })))

/** /admin/shift-automation: rules, their suggestions, their runs, and shift templates (Spec §2, domain §2.17). */
export function AutomationScreen(): ReactNode {
  const [{ view = 'rules', rule, run }] = useSearchParams({ view: viewParam, rule: idParam, run: idParam })
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      {run ? (
        <RunScreen key={run} id={run} />
      ) : rule ? (
        <RuleScreen key={rule} id={rule} />
      ) : view === 'suggestions' ? (
        <SuggestionsView />
      ) : view === 'runs' ? (
        <RunsView />
      ) : view === 'templates' ? (
        <TemplatesView />
      ) : (
        <RulesView />
      )}
    </Suspense>
  )
}
