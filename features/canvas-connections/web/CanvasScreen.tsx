import { IconPlugConnected } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { CanvasConnection, ConnectionStatus } from '../contract.ts'
import { failureWords, statusLabels } from '../messages.ts'
import { canvas } from './queries.ts'
import { ConnectionBadge, hrefOf } from './words.tsx'

const ConnectionScreen = lazy(() =>
  import('./ConnectionScreen.tsx').then((file) => ({ default: file.ConnectionScreen })),
)
const ConnectionDialog = lazyDialog(
  () => import('./ConnectionDialog.tsx').then((file) => file.ConnectionDialog),
  { on: undefined },
)
const filters: Filters<{ search: string; status?: ConnectionStatus | undefined }> = {
  search: searchText('Search connections', { any: 'School or address', param: 'q' }),
  status: tabs('Status', 'All', statusLabels),
}

/** /admin/canvas-integration: the Canvas from which each school’s roster is read (Spec §2). */
export function CanvasScreen(): ReactNode {
  const [{ connection }] = useSearchParams({ connection: idParam })
  return connection ? (
    <Suspense fallback={<Skeletons shape="table" />}>
      <ConnectionScreen key={connection} id={connection} />
    </Suspense>
  ) : (
    <Connections />
  )
}

function Connections(): ReactNode {
  const [isAdding, add] = useState(false)
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const query = useQuery({
    ...canvas.list.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const connect = <PlainButton onClick={() => add(true)}>Connect a school</PlainButton>
  return (
    <>
      <ListPage
        title="Canvas integration"
        description="Reads who is in which course from a school’s Canvas. Nothing is changed there, and no one is removed here."
        buttons={connect}
        list={list}
        hasViews={false}
        label="Connections"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ school_name: name }) => name}
        rowHref={({ id }) => hrefOf(id)}
        failedTitle="The connections couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No connections match', description: 'Change or clear the filters.' }
            : {
                title: 'No school is connected yet',
                description:
                  'You need the address of its Canvas, and a developer key or an access token from its Canvas administrator.',
                icon: IconPlugConnected,
                action: connect,
              }
        }
      />
      <ConnectionDialog on={isAdding ? {} : undefined} onClose={() => add(false)} />
    </>
  )
}

const columns: readonly Column<CanvasConnection>[] = [
  {
    key: 'school',
    title: 'School',
    render: ({ school_name: name, base_url: url }) => (
      <TwoLines first={name} second={url.replace('https://', '')} />
    ),
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => statusLabels[status],
    render: ({ status, failure }) => (
      <TwoLines first={<ConnectionBadge status={status} />} second={failure && failureWords(failure).title} />
    ),
  },
  { key: 'matched', title: 'Matched', align: 'right', render: ({ matched }) => formatNumber(matched) },
  {
    key: 'decide',
    title: 'To decide',
    align: 'right',
    render: ({ to_decide: count }) => formatNumber(count),
  },
  {
    key: 'read',
    title: 'Last read',
    text: ({ read_at: at }) => at,
    render: ({ read_at: at }) => (at ? <RelativeTime value={at} /> : 'Not yet'),
  },
]
