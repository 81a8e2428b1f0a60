import { IconBulb } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { choice, type Filters, oneAlways, oneOf } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList, useOwnList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { AutomationChange, ChangeFilter } from '../contract.ts'
import { actionLabels, changeLabels } from '../messages.ts'
import { automations } from './queries.ts'
import { useChangeActions } from './use-change-actions.ts'
import { TITLE, Views } from './Views.tsx'
import { ChangeBadge, differenceWords, PAGE } from './words.tsx'

type Shown = Omit<ChangeFilter, 'run_id'>
const filters: Filters<Shown> = {
  status: oneAlways('Status', 'suggested', changeLabels),
  action: choice('Action', 'All actions', actionLabels),
  rule_id: oneOf('Rule', 'All rules'),
  school_id: entityFilter('school', 'School', 'All schools', { param: 'school', isRare: true }),
}
const { school_id: _school, ...ownFilters } = filters

/** Suggestions of rules: open ones first, and a person decides on each. */
export function SuggestionsView(): ReactNode {
  const isPlatform = useMe().role === 'superadmin'
  const list = useList(isPlatform ? filters : (ownFilters as typeof filters), {
    sorts: [],
    hasOwnOrder: true,
  })
  const rules = useQuery(automations.rules.queryOptions({ input: { page_size: 100 } }))
  // The default is not in the address.
  const { status = 'suggested' } = list.filter
  const query = useQuery({
    ...automations.changes.queryOptions({ input: { ...list.input, status } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const actions = useChangeActions()
  const names = rules.data?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <ListPage
      title={TITLE}
      toolbar={<Views at="suggestions" />}
      list={list}
      hasViews={false}
      options={{ rule_id: names }}
      label="Suggestions"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ label }) => label}
      rowHref={({ entity_id: id, status: is, action }) =>
        is === 'suggested' && action === 'create_from_template' ? undefined : `/shift/${id}`
      }
      actions={actions}
      failedTitle="The suggestions couldn’t be loaded"
      empty={
        list.isNarrowed
          ? { title: 'Nothing matches', description: 'Change or clear the filters.' }
          : {
              title: 'No open suggestions',
              description: 'What a rule suggests appears here until someone accepts or dismisses it.',
              icon: IconBulb,
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

const ofOne: Filters<Pick<ChangeFilter, 'status'>> = {
  status: choice('Status', 'All statuses', changeLabels),
}

/** What one run changed or suggested. */
export function ChangesOf({ runId, isAtWork }: { runId: string; isAtWork: boolean }): ReactNode {
  const list = useOwnList(ofOne, { sorts: [], hasOwnOrder: true })
  const query = useQuery({
    ...automations.changes.queryOptions({ input: { ...list.input, run_id: runId } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: isAtWork ? 2_000 : false,
  })
  const actions = useChangeActions()
  return (
    <List
      list={list}
      hasViews={false}
      label="Changes"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns.filter(({ key }) => key !== 'rule')}
      rowKey={({ id }) => id}
      rowLabel={({ label }) => label}
      rowHref={({ entity_id: id, status, action }) =>
        action === 'create_from_template' && status !== 'done' ? undefined : `/shift/${id}`
      }
      actions={actions}
      failedTitle="The changes couldn’t be loaded"
      empty={{
        title: list.isNarrowed ? 'Nothing matches' : 'Nothing to do',
        description: list.isNarrowed ? 'Change or clear the filter.' : 'The rule found nothing new.',
      }}
    />
  )
}

const columns: readonly Column<AutomationChange>[] = [
  {
    key: 'label',
    title: 'Change',
    text: ({ label }) => label,
    render: (row) => <TwoLines first={row.label} second={differenceWords(row)} />,
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => changeLabels[status],
    render: ({ status, message, decided_by_name: by }) => (
      <TwoLines first={<ChangeBadge status={status} />} second={message ?? by} />
    ),
  },
  {
    key: 'rule',
    title: 'Rule',
    phone: 'hide',
    text: ({ rule_name: name }) => name,
    render: ({ rule_name: name, action }) => <TwoLines first={name} second={actionLabels[action]} />,
  },
  {
    key: 'at',
    title: 'When',
    phone: 'hide',
    text: ({ created_at: at }) => at,
    render: ({ done_at: done, created_at: at }) => <RelativeTime value={done ?? at} />,
  },
]
