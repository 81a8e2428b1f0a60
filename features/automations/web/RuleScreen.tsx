import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { AutomationRule } from '../contract.ts'
import { actionHelp, haltedLabels, modeLabels } from '../messages.ts'
import { automations } from './queries.ts'
import type { RuleFor } from './RuleDialog.tsx'
import { RunsOf } from './RunsView.tsx'
import { Trial } from './Trial.tsx'
import { useRuleActions } from './use-rule-actions.ts'
import { TITLE } from './Views.tsx'
import { actionWords, PAGE, RuleBadge, triggerWords } from './words.tsx'

const RuleDialog = lazyDialog(() => import('./RuleDialog.tsx').then((file) => file.RuleDialog), {
  on: undefined,
})

/** One rule: what it does and when, a dry run, and its runs. */
export function RuleScreen({ id }: { id: string }): ReactNode {
  const query = useQuery({ ...automations.rule.queryOptions({ input: { id } }), staleTime: 0 })
  const [{ trial }, setWords] = useSearchParams({ trial: idParam })
  const [on, open] = useState<RuleFor>()
  const actions = useRuleActions(
    (rule) => open({ rule }),
    (job) => setWords({ trial: job }),
  )
  const rule = query.data
  return (
    <>
      <Page
        title={rule?.name ?? 'Rule'}
        description={rule && actionHelp[rule.action]}
        badge={rule && <RuleBadge status={rule.status} />}
        breadcrumbs={[{ label: TITLE, href: PAGE }]}
        width="wide"
        actions={
          rule && (
            <>
              {rule.waiting > 0 && (
                <LinkButton variant="default" href={`${PAGE}?view=suggestions&rule_id=${id}`}>
                  See {rule.waiting} suggested
                </LinkButton>
              )}
              {actions.buttonsOf(rule, rule.status === 'active' ? 'run' : rule.tried_at ? 'activate' : 'try')}
            </>
          )
        }
        query={query}
        failedTitle="The rule couldn’t be loaded"
      >
        {(found) => (
          <>
            {found.halted_why && (
              <Banner
                kind="warning"
                title={found.halted_why === 'owner' ? 'This rule is paused' : 'This rule stopped'}
              >
                {haltedLabels[found.halted_why]} Turn it on again to let it act in your name.
              </Banner>
            )}
            {trial && <Trial key={trial} jobId={trial} rule={found} />}
            <PageSection title="What it does">
              <KeyValue items={factsOf(found)} />
            </PageSection>
            <PageSection title="Runs" look="flush">
              <RunsOf ruleId={id} />
            </PageSection>
          </>
        )}
      </Page>
      {actions.dialog}
      <RuleDialog on={on} onClose={() => open(undefined)} />
    </>
  )
}

function factsOf(rule: AutomationRule) {
  const at = (instant: string | null) => (instant ? formatInstant(instant, rule.time_zone, 'weekday') : null)
  const days = rule.days_ahead === 1 ? '1 day' : `${rule.days_ahead} days`
  return [
    { label: 'Action', value: actionWords(rule) },
    {
      label: 'When',
      value: rule.event
        ? `${triggerWords(rule)}, within five minutes`
        : `${triggerWords(rule)} (${zoneName(rule.time_zone)})`,
    },
    { label: 'How', value: modeLabels[rule.mode] },
    { label: rule.remind_about === 'unreported' ? 'Looks back' : 'Looks ahead', value: days },
    { label: 'Semester', value: rule.semester_name ?? 'Any' },
    ...(rule.action === 'create_from_template'
      ? []
      : [
          { label: 'Cohort', value: rule.cohort_name ?? 'Any' },
          { label: 'Facility', value: rule.facility_name ?? 'Any' },
        ]),
    { label: 'Limit per run', value: rule.run_limit === 1 ? '1 change' : `${rule.run_limit} changes` },
    { label: 'In the name of', value: rule.owner_name ?? 'The person who turns it on' },
    { label: 'Last dry run', value: at(rule.tried_at) },
    {
      label: 'Next run',
      value: rule.event && rule.status === 'active' ? 'After the next event' : at(rule.next_run_at),
    },
    { label: 'School', value: rule.school_name },
  ]
}
