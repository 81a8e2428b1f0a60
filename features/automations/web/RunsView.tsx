import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { type Filters, oneOf, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList, useOwnList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { AutomationRun, RunFilter } from '../contract.ts'
import { actionLabels, runLabels } from '../messages.ts'
import { isAtWork, runWords, startWords } from '../rules.ts'
import { automations } from './queries.ts'
import { TITLE, Views } from './Views.tsx'
import { PAGE, RunBadge } from './words.tsx'

const filters: Filters<RunFilter> = {
  status: tabs('Status', 'All', runLabels),
  rule_id: oneOf('Rule', 'All rules'),
  school_id: entityFilter('school', 'School', 'All schools', { param: 'school', isRare: true }),
}
const { school_id: _school, ...ownFilters } = filters
const whileAtWork = ({ state }: { state: { data?: { rows: AutomationRun[] } | undefined } }) =>
  state.data?.rows.some(isAtWork) ? 2_000 : (false as const)
const hrefOf = ({ id }: AutomationRun) => `${PAGE}?run=${id}`
const labelOf = ({ rule_name: name }: AutomationRun) => name

/** Every run, newest first, with its result. */
export function RunsView(): ReactNode {
  const isPlatform = useMe().role === 'superadmin'
  const list = useList(isPlatform ? filters : (ownFilters as typeof filters), {
    sorts: [],
    hasOwnOrder: true,
  })
  const rules = useQuery(automations.rules.queryOptions({ input: { page_size: 100 } }))
  const query = useQuery({
    ...automations.runs.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: whileAtWork,
  })
  return (
    <ListPage
      title={TITLE}
      toolbar={<Views at="runs" />}
      list={list}
      hasViews={false}
      options={{ rule_id: rules.data?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [] }}
      label="Runs"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={labelOf}
      rowHref={hrefOf}
      failedTitle="The runs couldn’t be loaded"
      empty={
        list.isNarrowed
          ? { title: 'No runs match', description: 'Change or clear the filters.' }
          : {
              title: 'No runs yet',
              description: 'Each run of a rule appears here with what it changed, suggested or was refused.',
              icon: IconHistory,
              action: (
                <LinkButton variant="default" href={PAGE}>
                  See the rules
                </LinkButton>
              ),
            }
      }
    />
  )
}

/** The runs of one rule. */
export function RunsOf({ ruleId }: { ruleId: string }): ReactNode {
  const list = useOwnList({}, { sorts: [], hasOwnOrder: true, pageSize: 10 })
  const query = useQuery({
    ...automations.runs.queryOptions({ input: { ...list.input, rule_id: ruleId } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: whileAtWork,
  })
  return (
    <List
      list={list}
      hasViews={false}
      label="Runs of this rule"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns.toSpliced(0, 1, columns.at(-1)!).slice(0, -1)}
      rowKey={({ id }) => id}
      rowLabel={labelOf}
      rowHref={hrefOf}
      failedTitle="The runs couldn’t be loaded"
      empty={{ title: 'It has not run yet', description: 'Its runs appear here once it is on.' }}
    />
  )
}

const columns: readonly Column<AutomationRun>[] = [
  {
    key: 'rule',
    title: 'Rule',
    text: labelOf,
    render: (run) => <TwoLines first={labelOf(run)} second={actionLabels[run.action]} />,
  },
  {
    key: 'status',
    title: 'Result',
    text: ({ status }) => runLabels[status],
    render: ({ status, error }) => <TwoLines first={<RunBadge status={status} />} second={error} />,
  },
  { key: 'did', title: 'Changes', text: runWords, render: runWords },
  {
    key: 'how',
    title: 'Started by',
    phone: 'hide',
    text: startWords,
    render: startWords,
  },
  {
    key: 'at',
    title: 'When',
    text: ({ created_at: at }) => at,
    render: ({ created_at: at }) => <RelativeTime value={at} />,
  },
]
