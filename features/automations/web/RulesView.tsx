import { IconRepeat } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { formatNumber } from '#core/number-text.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { choice, type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { AutomationRule, RuleFilter } from '../contract.ts'
import { actionLabels, haltedLabels, runLabels, statusLabels } from '../messages.ts'
import { automations } from './queries.ts'
import type { RuleFor } from './RuleDialog.tsx'
import { useRuleActions } from './use-rule-actions.ts'
import { TITLE, Views } from './Views.tsx'
import { actionWords, PAGE, RuleBadge, triggerWords } from './words.tsx'

const RuleDialog = lazyDialog(() => import('./RuleDialog.tsx').then((file) => file.RuleDialog), {
  on: undefined,
})
const filters: Filters<RuleFilter> = {
  search: searchText('Search rules', { param: 'q' }),
  status: tabs('Status', 'All', statusLabels),
  action: choice('Action', 'All actions', actionLabels),
  school_id: entityFilter('school', 'School', 'All schools', { param: 'school', isRare: true }),
}
const { school_id: _school, ...ownFilters } = filters
const sorts = ['name', 'next_run_at', 'last_run_at'] as const

/** The rules of a school, with the last and next run of each. */
export function RulesView(): ReactNode {
  const isPlatform = useMe().role === 'superadmin'
  const [on, open] = useState<RuleFor>()
  const list = useList(isPlatform ? filters : (ownFilters as typeof filters), { sorts })
  const query = useQuery({
    ...automations.rules.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const actions = useRuleActions((rule) => open({ rule }))
  const add = <PlainButton onClick={() => open({})}>New rule</PlainButton>
  return (
    <>
      <ListPage
        title={TITLE}
        toolbar={<Views at="rules" />}
        buttons={add}
        list={list}
        label="Rules"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={isPlatform ? [...columns, schoolColumn] : columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => `${PAGE}?rule=${id}`}
        actions={actions}
        failedTitle="The rules couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No rules match', description: 'Change or clear the filters.' }
            : {
                title: 'No rules yet',
                description:
                  'A rule creates, publishes or suggests on a schedule. You try each one before turning it on.',
                icon: IconRepeat,
                action: add,
              }
        }
      />
      <RuleDialog on={on} onClose={() => open(undefined)} />
    </>
  )
}

const schoolColumn: Column<AutomationRule> = {
  key: 'school',
  title: 'School',
  render: ({ school_name: name }) => name,
}
const columns: readonly Column<AutomationRule>[] = [
  {
    key: 'name',
    title: 'Rule',
    sortable: true,
    text: ({ name }) => name,
    render: (rule) => <TwoLines first={rule.name} second={actionWords(rule)} />,
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => statusLabels[status],
    render: ({ status, halted_why: why }) => (
      <TwoLines first={<RuleBadge status={status} />} second={why && haltedLabels[why]} />
    ),
  },
  {
    key: 'schedule',
    title: 'When',
    phone: 'hide',
    text: triggerWords,
    render: (rule) => (
      <TwoLines first={triggerWords(rule)} second={rule.mode === 'auto' ? 'Carried out' : 'Suggested'} />
    ),
  },
  {
    key: 'last_run_at',
    title: 'Last run',
    sortable: true,
    phone: 'hide',
    text: ({ last_run_at: at }) => at,
    render: ({ last_run_at: at, last_run_status: status }) =>
      at ? <TwoLines first={<RelativeTime value={at} />} second={status && runLabels[status]} /> : 'Never',
  },
  {
    key: 'next_run_at',
    title: 'Next run',
    sortable: true,
    text: ({ next_run_at: at }) => at,
    render: ({ next_run_at: at, time_zone: zone, event, status }) =>
      at ? formatInstant(at, zone, 'weekday') : event && status === 'active' ? 'After the next event' : '—',
  },
  {
    key: 'waiting',
    title: 'Suggestions',
    align: 'right',
    phone: 'hide',
    text: ({ waiting }) => String(waiting),
    render: ({ id, waiting }) =>
      waiting > 0 ? (
        <Link href={`${PAGE}?view=suggestions&rule_id=${id}`}>{formatNumber(waiting)}</Link>
      ) : (
        '0'
      ),
  },
]
