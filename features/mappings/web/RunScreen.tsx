import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { MappingRun, Proposal } from '../contract.ts'
import { mappingRefusals } from '../messages.ts'
import { confidenceWords, isAtWork, runBlocker, runWords } from '../rules.ts'
import { mappings, touches } from './queries.ts'
import { requirementName, RunBadge } from './words.tsx'

type Found = Proposal & { position: number }
const meta = { quiet: true, touches }
const breadcrumbs = [
  { label: 'Clinical mapping', href: '/admin/clinical-mapping' },
  { label: 'Mapping suggestions', href: '/admin/clinical-mapping/ai' },
]

/** One run: its progress, its proposals with reasons, and choosing which to add. */
export function RunScreen({ id }: { id: string }): ReactNode {
  const query = useQuery({
    ...mappings.run.queryOptions({ input: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? 2_000 : false),
  })
  const run = query.data
  const { job, actions } = useRun(run)
  return (
    <Page
      title={run ? `Suggestions for ${run.school_name}` : 'Suggestions'}
      description={run && runWords(run)}
      badge={run && <RunBadge status={run.status} />}
      breadcrumbs={breadcrumbs}
      width="wide"
      actions={
        run && (
          <>
            {run.status === 'applied' && (
              <LinkButton href="/admin/clinical-mapping?status=proposed">See the proposals</LinkButton>
            )}
            {actions.buttonsOf(run)}
          </>
        )
      }
      query={query}
      failedTitle="The run couldn’t be loaded"
    >
      {(found) => (
        <>
          {(isAtWork(found) || (found.failure !== null && found.status !== 'discarded')) && (
            <PageSection>
              <JobProgress job={job} />
            </PageSection>
          )}
          {found.proposals.length > 0 && <Proposals run={found} />}
          {actions.dialog}
        </>
      )}
    </Page>
  )
}

function useRun(run: MappingRun | undefined) {
  const discard = useMutation({ ...mappings.discard.mutationOptions(), meta })
  const isShown = run && (isAtWork(run) || run.failure !== null)
  const job = useJob(isShown ? run.job_id : undefined).data
  const actions = useActions<MappingRun>(
    [
      {
        id: 'discard',
        label: 'Discard…',
        danger: true,
        isOffered: ({ status }) => runBlocker(status, 'discarded') === null,
        ask: () => ({
          title: 'Discard these suggestions?',
          body: 'None of them becomes a proposal. You can find suggestions again at any time.',
          confirmLabel: 'Discard',
          cancelLabel: 'Keep them',
        }),
        run: ({ id }) => discard.mutateAsync({ id }),
        done: () => 'Suggestions discarded',
      },
    ],
    { nameOf: ({ school_name: name }) => name },
  )
  return { job, actions }
}

function Proposals({ run }: { run: MappingRun & { proposals: readonly Proposal[] } }): ReactNode {
  const list = useList({}, { sorts: [], hasOwnOrder: true })
  const rows = run.proposals.map((proposal, position): Found => ({ ...proposal, position }))
  const shown = pageOfRows(rows, list)
  const apply = useMutation({ ...mappings.apply.mutationOptions(), meta })
  const refused = runBlocker(run.status, 'applied')
  const actions = useActions<Found>(
    [
      {
        id: 'apply',
        label: 'Propose to the school…',
        isBulk: true,
        isOffered: () => run.status === 'review',
        blocker: () => refused && refusalMessage(mappingRefusals, refused),
        ask: (chosen) => ({
          title: chosen.length === 1 ? 'Propose this suggestion?' : `Propose ${chosen.length} suggestions?`,
          body:
            chosen.length === rows.length
              ? `${run.school_name} decides on each.`
              : `${run.school_name} decides on each. The other ${rows.length - chosen.length} of this run are set aside.`,
          confirmLabel: 'Propose',
        }),
        runMany: async (chosen) => {
          await apply.mutateAsync({ id: run.id, chosen: chosen.map(({ position }) => position) })
          return chosen.map(({ position }) => ({ id: String(position), ok: true }))
        },
        done: (those) =>
          those.length === 1 ? 'Proposed to the school' : `${those.length} proposed to the school`,
      },
    ],
    { idOf: ({ position }) => String(position), nameOf },
  )
  return (
    <List
      list={list}
      hasViews={false}
      label="Suggestions"
      query={{ data: run, isPending: false, isError: false }}
      rows={shown.rows}
      total={shown.total}
      page={shown.page}
      columns={columns}
      rowKey={({ position }) => String(position)}
      rowLabel={nameOf}
      {...(run.status === 'review' && { actions, all: { most: 5000, load: async () => rows } })}
      failedTitle="The suggestions couldn’t be loaded"
      empty={{ title: 'Nothing found' }}
    />
  )
}

const nameOf = (row: Found): string => `${requirementName(row)}, ${row.facility_name}`

const columns: readonly Column<Found>[] = [
  {
    key: 'requirement',
    title: 'Requirement',
    text: requirementName,
    render: (row) => <TwoLines first={requirementName(row)} second={row.program_name} />,
  },
  {
    key: 'unit',
    title: 'Unit',
    render: ({ facility_name: name, facility_detail: detail }) => <TwoLines first={name} second={detail} />,
  },
  { key: 'fit', title: 'Fit', render: ({ confidence }) => confidenceWords(confidence) },
  { key: 'why', title: 'Words that led to it', render: ({ words }) => words.join('. ') },
]
