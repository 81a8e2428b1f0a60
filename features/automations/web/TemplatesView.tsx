import { IconArchive, IconArrowBackUp, IconPencil, IconTemplate } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { clockRange } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { type Filters, onOff, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { ShiftTemplate, TemplateFilter } from '../contract.ts'
import { shortWeekday } from '../rules.ts'
import { automations, touches } from './queries.ts'
import type { TemplateFor } from './TemplateDialog.tsx'
import { TITLE, Views } from './Views.tsx'

const TemplateDialog = lazyDialog(() => import('./TemplateDialog.tsx').then((file) => file.TemplateDialog), {
  on: undefined,
})
const filters: Filters<TemplateFilter> = {
  search: searchText('Search templates', { param: 'q' }),
  is_archived: onOff('Archived'),
  school_id: entityFilter('school', 'School', 'All schools', { param: 'school', isRare: true }),
}
const { school_id: _school, ...ownFilters } = filters

/** What shifts are created from: facility, time and cohort, without a day. */
export function TemplatesView(): ReactNode {
  const isPlatform = useMe().role === 'superadmin'
  const [on, open] = useState<TemplateFor>()
  const list = useList(isPlatform ? filters : (ownFilters as typeof filters), {
    sorts: [],
    hasOwnOrder: true,
  })
  const query = useQuery({
    ...automations.templates.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const actions = useTemplateActions((template) => open({ template }))
  const add = <PlainButton onClick={() => open({})}>New template</PlainButton>
  return (
    <>
      <ListPage
        title={TITLE}
        toolbar={<Views at="templates" />}
        buttons={add}
        list={list}
        hasViews={false}
        label="Templates"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={actions}
        failedTitle="The templates couldn’t be loaded"
        empty={
          list.isNarrowed
            ? { title: 'No templates match', description: 'Change or clear the filters.' }
            : {
                title: 'No templates yet',
                description:
                  'A template has the unit, weekdays, hours and seats of shifts that a rule creates.',
                icon: IconTemplate,
                action: add,
              }
        }
      />
      <TemplateDialog on={on} onClose={() => open(undefined)} />
    </>
  )
}

function useTemplateActions(edit: (template: ShiftTemplate) => void): ActionsKit<ShiftTemplate> {
  const archive = useMutation({
    ...automations.archiveTemplate.mutationOptions(),
    meta: { quiet: true, touches },
  })
  return useActions<ShiftTemplate>(
    [
      { id: 'edit', label: 'Edit…', icon: IconPencil, key: 'e', open: ([row]) => edit(row!) },
      {
        id: 'archive',
        label: 'Archive',
        icon: IconArchive,
        isBulk: true,
        isOffered: ({ is_archived: isArchived }) => !isArchived,
        run: ({ id }) => archive.mutateAsync({ id, is_archived: true }),
        done: (rows) => (rows.length === 1 ? 'Template archived' : `${rows.length} templates archived`),
        undo: ({ id }) => archive.mutateAsync({ id, is_archived: false }),
      },
      {
        id: 'restore',
        label: 'Bring back',
        icon: IconArrowBackUp,
        isBulk: true,
        isOffered: ({ is_archived: isArchived }) => isArchived,
        run: ({ id }) => archive.mutateAsync({ id, is_archived: false }),
        done: (rows) => (rows.length === 1 ? 'Template restored' : `${rows.length} templates restored`),
      },
    ],
    { nameOf: ({ name }) => name },
  )
}

const daysOf = ({ weekdays }: ShiftTemplate): string =>
  weekdays
    .toSorted((a, b) => a - b)
    .map((day) => shortWeekday(day))
    .join(', ')
const columns: readonly Column<ShiftTemplate>[] = [
  {
    key: 'name',
    title: 'Template',
    text: ({ name }) => name,
    render: ({ name, course_code: course }) => <TwoLines first={name} second={course} />,
  },
  {
    key: 'unit',
    title: 'Unit',
    text: ({ facility_name: unit }) => unit ?? 'On campus',
    render: ({ facility_name: unit, site_name: site }) => (
      <TwoLines first={unit ?? 'On campus'} second={site} />
    ),
  },
  {
    key: 'days',
    title: 'When',
    text: daysOf,
    render: (row) => <TwoLines first={daysOf(row)} second={clockRange(row.start_time, row.end_time)} />,
  },
  { key: 'seats', title: 'Seats', align: 'right', phone: 'hide', render: ({ seats }) => formatNumber(seats) },
  { key: 'rules', title: 'Rules', align: 'right', phone: 'hide', render: ({ rules }) => formatNumber(rules) },
]
