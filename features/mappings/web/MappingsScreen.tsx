import { specialtyLabels } from '#core/specialties.ts'
import { IconSitemap } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { choice, type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { Mapping, MappingFilter } from '../contract.ts'
import { originLabels, statusLabels } from '../messages.ts'
import { whereName } from '../rules.ts'
import type { DialogFor } from './MappingDialog.tsx'
import { OtherPages } from './OtherPages.tsx'
import { mappings } from './queries.ts'
import { useMappingActions } from './use-mapping-actions.ts'
import { foundWords, hoursText, MappingBadge, requirementName, Where } from './words.tsx'

const MappingDialog = lazyDialog(() => import('./MappingDialog.tsx').then((file) => file.MappingDialog), {
  on: undefined,
})
const filters: Filters<MappingFilter> = {
  search: searchText('Search mappings', { any: 'Course, site, school', param: 'q' }),
  status: tabs('Status', 'All', statusLabels),
  school_id: entityFilter('school', 'School', 'All schools', { param: 'school' }),
  specialty: choice('Area', 'All areas', specialtyLabels),
  origin: choice('Proposed', 'By hand or by a run', originLabels, { isRare: true }),
  facility_id: entityFilter('facility', 'Facility', 'All facilities', { isRare: true, param: 'facility' }),
}
const sorts = ['course', 'confidence'] as const

/** /admin/clinical-mapping: where each requirement can be done, as facilities propose and schools decide (Spec §2). */
export function MappingsScreen(): ReactNode {
  const party = useMe().role === 'facility_admin' ? 'facility' : 'school'
  const [on, open] = useState<DialogFor>()
  const list = useList(filters, { sorts })
  const query = useQuery({
    ...mappings.list.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const actions = useMappingActions(party, (mapping) => open({ mapping }))
  return (
    <>
      <ListPage
        title="Clinical mapping"
        description={
          party === 'facility'
            ? 'Which requirements of nursing programs your units can meet. You propose; the school decides.'
            : 'Where each requirement of a nursing program can be met. Facilities propose; schools decide.'
        }
        buttons={
          <>
            <OtherPages except="Mappings" />
            <PlainButton onClick={() => open({})}>Propose mapping</PlainButton>
          </>
        }
        list={list}
        label="Mappings"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={(row) => `${requirementName(row)}, ${whereName(row)}`}
        actions={actions}
        exported={{
          name: 'mappings',
          rows: (asFile, everyPage) =>
            everyPage((page) => mappings.list.call({ ...list.shown, ...page }, asFile)),
        }}
        failedTitle="The mappings couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No mappings match', description: 'Change or clear the filters.' }
            : {
                title: 'Nothing is mapped yet',
                description:
                  'Start with suggestions from the names and specialties of units, or propose a mapping by hand.',
                icon: IconSitemap,
                action: <LinkButton href="/admin/clinical-mapping/ai">Find suggestions</LinkButton>,
              }
        }
      />
      <MappingDialog on={on} party={party} onClose={() => open(undefined)} />
    </>
  )
}

const columns: readonly Column<Mapping>[] = [
  {
    key: 'course',
    title: 'Requirement',
    sortable: true,
    text: requirementName,
    render: (row) => <TwoLines first={requirementName(row)} second={row.program_name} />,
  },
  { key: 'school', title: 'School', render: ({ school_name: name }) => name },
  { key: 'where', title: 'Where', text: whereName, render: (mapping) => <Where mapping={mapping} /> },
  {
    key: 'hours',
    title: 'Hours there',
    phone: 'hide',
    render: ({ min_hours: own, required_hours: required }) =>
      own === null
        ? required === null
          ? 'No longer required'
          : `${hoursText(required)}, as required`
        : hoursText(own),
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => statusLabels[status],
    render: ({ status, review_note: note }) => (
      <TwoLines first={<MappingBadge status={status} />} second={note} />
    ),
  },
  {
    key: 'confidence',
    title: 'Why',
    sortable: true,
    phone: 'hide',
    text: foundWords,
    render: (row) => (
      <TwoLines first={row.origin === 'ai' ? foundWords(row) : (row.rationale ?? originLabels.manual)} />
    ),
  },
]
