import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { SchoolMapping } from '../contract.ts'
import { runLabels } from '../messages.ts'
import { OtherPages } from './OtherPages.tsx'
import { mappings } from './queries.ts'

const filters: Filters<{ search: string }> = { search: searchText('Search schools', { param: 'q' }) }

/** /admin/clinical-mapping/admin: the progress of every school, and failed runs (Spec §2). */
export function AdminMappingScreen(): ReactNode {
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const { search = '' } = list.filter
  const query = useQuery({
    ...mappings.schools.queryOptions({ input: { search, page: list.page, page_size: list.pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const failed = query.data?.rows.filter((row) => row.failed > 0) ?? []
  return (
    <ListPage
      title="Mapping overview"
      description="Mapping progress of every school. Schools with proposals to decide come first."
      buttons={<OtherPages except="Overview" />}
      above={
        failed.length > 0 && (
          <Banner
            kind="warning"
            title="Runs failed"
            action={
              <LinkButton variant="default" href="/settings?view=logs&q=Clinical%20mapping">
                See why
              </LinkButton>
            }
          >
            For {failed.map(({ name }) => name).join(', ')}. The person who started a run can resume it; or
            start a new one.
          </Banner>
        )
      }
      list={list}
      hasViews={false}
      label="Schools"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/admin/clinical-mapping?school=${id}`}
      failedTitle="The schools couldn’t be loaded"
      empty={(isNarrowed) =>
        isNarrowed
          ? { title: 'No schools match', description: 'Change or clear the search.' }
          : { title: 'No schools yet', description: 'Each school appears here as soon as it’s created.' }
      }
    />
  )
}

const columns: readonly Column<SchoolMapping>[] = [
  { key: 'name', title: 'School', render: ({ name }) => name },
  {
    key: 'mapped',
    title: 'Requirements met',
    render: ({ mapped, areas }) =>
      areas === 0 ? 'No requirements yet' : `${formatNumber(mapped)} of ${formatNumber(areas)}`,
  },
  { key: 'proposed', title: 'To decide', align: 'right', render: ({ proposed }) => formatNumber(proposed) },
  { key: 'active', title: 'Active', align: 'right', render: ({ active }) => formatNumber(active) },
  {
    key: 'closed',
    title: 'Rejected or retired',
    align: 'right',
    phone: 'hide',
    render: ({ rejected, retired }) => formatNumber(rejected + retired),
  },
  {
    key: 'run',
    title: 'Last run',
    text: ({ last_run: at }) => at,
    render: ({ last_run: at, last_run_status: status, failed }) =>
      at && status ? (
        <TwoLines
          first={<RelativeTime value={at} />}
          second={failed > 0 ? `${runLabels[status]}. ${failed} failed` : runLabels[status]}
        />
      ) : (
        'None yet'
      ),
  },
]
