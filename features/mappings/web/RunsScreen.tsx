import { IconListSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { MappingRun } from '../contract.ts'
import { runLabels } from '../messages.ts'
import { isAtWork } from '../rules.ts'
import { OtherPages } from './OtherPages.tsx'
import { mappings } from './queries.ts'
import { RunBadge } from './words.tsx'

const StartRunDialog = lazyDialog(() => import('./StartRunDialog.tsx').then((file) => file.StartRunDialog), {
  isOpen: false,
})
const RunScreen = lazy(() => import('./RunScreen.tsx').then((file) => ({ default: file.RunScreen })))

/** /admin/clinical-mapping/ai: suggestions for a mapping, run by run (Spec §2). */
export function RunsScreen(): ReactNode {
  const [{ run }] = useSearchParams({ run: idParam })
  return run ? (
    <Suspense fallback={<Skeletons shape="table" />}>
      <RunScreen key={run} id={run} />
    </Suspense>
  ) : (
    <Runs />
  )
}

function Runs(): ReactNode {
  const [isStarting, start] = useState(false)
  const isFacility = useMe().role === 'facility_admin'
  const list = useList({}, { sorts: [], hasOwnOrder: true })
  const hrefOf = useUrlWith('run')
  const query = useQuery({
    ...mappings.runs.queryOptions({ input: { page: list.page, page_size: list.pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some(isAtWork) ? 2_000 : false),
  })
  return (
    <>
      <ListPage
        title="Mapping suggestions"
        description="Compares the words of courses with the names and specialties of units. You choose what becomes a proposal."
        buttons={
          <>
            <OtherPages except="Suggestions" />
            <PlainButton onClick={() => start(true)}>Find suggestions</PlainButton>
          </>
        }
        list={list}
        hasViews={false}
        label="Runs"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ school_name: name }) => name}
        rowHref={({ id }) => hrefOf(id)}
        failedTitle="The runs couldn’t be loaded"
        empty={{
          title: 'No suggestions yet',
          description: `Choose a school${isFacility ? ' that you have an active agreement with' : ''}. It takes a few seconds.`,
          icon: IconListSearch,
          action: <PlainButton onClick={() => start(true)}>Find suggestions</PlainButton>,
        }}
      >
        <HowFound />
      </ListPage>
      <StartRunDialog isOpen={isStarting} isFacility={isFacility} onClose={() => start(false)} />
    </>
  )
}

/** Explains how suggestions are found. */
function HowFound(): ReactNode {
  return (
    <PageSection title="How suggestions are found" folds>
      <ul>
        <li>
          A fixed comparison of words. The same courses and units always give the same suggestions, and
          nothing leaves Placewell.
        </li>
        <li>
          It reads the course, area and hours that a program requires, and the name, code, specialty and
          population of units that the school has an active agreement for. It reads nothing about students.
        </li>
        <li>
          “Likely” means that the unit’s specialty is the one required; “Possible” and “Weak” are based on
          words in its name or a related specialty. Each suggestion lists the words that led to it.
        </li>
        <li>
          Mappings that are already proposed or active, or were rejected before, are left out and counted.
        </li>
        <li>
          You choose which suggestions to propose. A mapping counts only after the school has activated it.
        </li>
      </ul>
    </PageSection>
  )
}

const columns: readonly Column<MappingRun>[] = [
  { key: 'school', title: 'School', render: ({ school_name: name }) => name },
  {
    key: 'facility',
    title: 'Units of',
    render: ({ facility_name: name }) => name ?? 'All of its partners',
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => runLabels[status],
    render: ({ status, failure }) =>
      failure === null ? (
        <RunBadge status={status} />
      ) : (
        <TwoLines first={<StateBadge state="failed" label="Failed" />} second={failure} />
      ),
  },
  {
    key: 'found',
    title: 'Found',
    align: 'right',
    render: ({ found, status }) => (status === 'queued' || status === 'running' ? '—' : formatNumber(found)),
  },
  {
    key: 'applied',
    title: 'Proposed',
    align: 'right',
    render: ({ applied }) => (applied === null ? '—' : formatNumber(applied)),
  },
  { key: 'at', title: 'Started', render: ({ created_at: at }) => <RelativeTime value={at} /> },
]
