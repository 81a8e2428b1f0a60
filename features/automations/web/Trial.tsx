import type { ReactNode } from 'react'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { AutomationRule, TriedChange } from '../contract.ts'
import { automations } from './queries.ts'
import { differenceWords } from './words.tsx'

const touched = [automations.key()]

type Result = { rows: TriedChange[]; failure: string | null }

/** What a rule would change now. Nothing was saved. */
export function Trial({ jobId, rule }: { jobId: string; rule: AutomationRule }): ReactNode {
  // The rule shows when it was last tried.
  const job = useJob(jobId, touched).data
  const result = job?.status === 'done' ? (job.result as Result | null) : null
  const refused = result?.rows.filter(({ message }) => message !== null).length ?? 0
  return (
    <PageSection
      title="Dry run"
      description={
        result && result.failure === null
          ? `${summaryOf(rule, result.rows.length, refused)} Nothing was changed, and no one was notified.`
          : 'Tries the rule as it is now, and changes nothing.'
      }
    >
      {!result && <JobProgress job={job} />}
      {result?.failure && (
        <Banner kind="danger" title="The rule can’t run now">
          {result.failure}
        </Banner>
      )}
      {result && result.failure === null && (
        <DataTable
          label="What would change"
          rows={result.rows.map((row, at) => ({ ...row, at }))}
          columns={columns}
          rowKey={({ at }) => String(at)}
          rowLabel={({ label }) => label}
          empty={{
            title: 'Nothing to do now',
            description: 'You can turn the rule on. It acts when there is something to do.',
          }}
        />
      )}
    </PageSection>
  )
}

function summaryOf({ mode }: AutomationRule, all: number, refused: number): string {
  if (mode === 'suggest')
    return `${all} would be suggested${refused > 0 ? `; ${refused} could not be accepted now` : ''}.`
  return `${all - refused} would be carried out${refused > 0 ? `, ${refused} would be refused` : ''}.`
}

const columns: readonly Column<TriedChange & { at: number }>[] = [
  {
    key: 'label',
    title: 'Change',
    render: (row) => <TwoLines first={row.label} second={row.message ?? differenceWords(row)} />,
  },
  {
    key: 'outcome',
    title: 'Outcome',
    render: ({ message }) =>
      message === null ? (
        <StateBadge state="completed" label="Would work" />
      ) : (
        <StateBadge state="rejected" label="Would be refused" />
      ),
  },
]
