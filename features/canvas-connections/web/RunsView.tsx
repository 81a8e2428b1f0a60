import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { List } from '#platform/web/kit/List.tsx'
import { pageOfRows, useList, useOwnList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { CanvasRun, RosterChange } from '../contract.ts'
import { changeWords, failureWords, kindLabels, runLabels, runWords } from '../messages.ts'
import { canvas } from './queries.ts'
import { RunBadge } from './words.tsx'

const changeKinds = {
  added: 'Added',
  updated: 'Updated',
  dropped: 'Not in Canvas',
  conflict: 'To match',
} as const

/** Tests and readings of a connection, and what each found. */
export function RunsView({ id, isOpen }: { id: string; isOpen: boolean }): ReactNode {
  const list = useList({}, { sorts: [], hasOwnOrder: true })
  const [{ run }, setWords] = useSearchParams({ run: idParam })
  const hrefOf = useUrlWith('run')
  const query = useQuery({
    ...canvas.runs.queryOptions({ input: { id, page: list.page, page_size: list.pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: isOpen ? 2_000 : false,
  })
  return (
    <>
      <List
        list={list}
        hasViews={false}
        label="Runs"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={(one) => one.id}
        rowLabel={(one) => `${kindLabels[one.kind]}, ${one.created_at}`}
        rowHref={(one) => hrefOf(one.id)}
        exported={{
          name: 'canvas-runs',
          rows: (asFile, everyPage) => everyPage((page) => canvas.runs.call({ id, ...page }, asFile)),
        }}
        failedTitle="The runs couldn’t be loaded"
        empty={{ title: 'Nothing was tested or read yet', description: 'Press “Test the connection” first.' }}
      />
      {run && <RunDrawer id={run} onClose={() => setWords({ run: undefined })} />}
    </>
  )
}

const started = (one: CanvasRun): string => one.started_at ?? one.created_at
const columns: readonly Column<CanvasRun>[] = [
  { key: 'started', title: 'Started', text: started, render: (one) => <RelativeTime value={started(one)} /> },
  {
    key: 'kind',
    title: 'Kind',
    text: ({ kind }) => kindLabels[kind],
    render: (one) => (
      <TwoLines first={kindLabels[one.kind]} second={one.is_daily ? 'Daily' : one.requested_by_name} />
    ),
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => runLabels[status],
    render: ({ status }) => <RunBadge status={status} />,
  },
  {
    key: 'found',
    title: 'Result',
    text: runWords,
    render: (one) => (
      <TwoLines
        first={runWords(one)}
        second={
          one.kind === 'roster' && one.status === 'done' && one.errors.length > 0
            ? `${formatNumber(one.errors.length)} could not be read`
            : null
        }
      />
    ),
  },
  {
    key: 'people',
    title: 'People',
    align: 'right',
    phone: 'hide',
    text: ({ people }) => String(people),
    render: ({ people }) => formatNumber(people),
  },
]

/** One run: what could not be read, and what it found about each person. */
function RunDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useQuery({ ...canvas.run.queryOptions({ input: { id } }), staleTime: 0 })
  return (
    <OpenDrawer
      onClose={onClose}
      title={query.data ? kindLabels[query.data.kind] : 'Run'}
      position="right"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={query} failedTitle="The run couldn’t be loaded">
        {(run) => (
          <>
            <p>
              <RunBadge status={run.status} /> {runWords(run)}
            </p>
            {run.errors.map((one) => {
              const { title, next } = failureWords(one)
              return (
                <Banner
                  key={`${one.code} ${one.what}`}
                  kind={run.status === 'failed' ? 'danger' : 'warning'}
                  title={title}
                >
                  {next}
                </Banner>
              )
            })}
            {run.kind === 'roster' && run.status === 'done' && <Changes changes={run.changes} />}
          </>
        )}
      </Loaded>
    </OpenDrawer>
  )
}

type Row = RosterChange & { position: number }

function Changes({ changes }: { changes: readonly RosterChange[] }): ReactNode {
  const list = useOwnList({}, { sorts: [], hasOwnOrder: true })
  const rows = changes.map((one, position): Row => ({ ...one, position }))
  const shown = pageOfRows(rows, list)
  return (
    <List
      list={list}
      hasViews={false}
      label="Changes"
      query={{ data: changes, isPending: false, isError: false }}
      rows={shown.rows}
      total={shown.total}
      page={shown.page}
      columns={changeColumns}
      rowKey={({ position }) => String(position)}
      rowLabel={({ name }) => name}
      exported={{ name: 'canvas-changes', rows: async () => rows }}
      failedTitle="The changes couldn’t be loaded"
      empty={{ title: 'Nothing changed', description: 'The roster was the same as before.' }}
    />
  )
}

const whatOf = (one: RosterChange): string =>
  [
    changeWords(one),
    one.from !== null || one.to !== null ? `${one.from ?? 'none'} → ${one.to ?? 'none'}` : '',
  ]
    .filter(Boolean)
    .join(': ')
const changeColumns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Person',
    text: ({ name }) => name,
    render: ({ name, sis_id: sis }) => <TwoLines first={name} second={sis} />,
  },
  {
    key: 'sis',
    title: 'SIS ID',
    isExtra: true,
    text: ({ sis_id: sis }) => sis ?? '',
    render: ({ sis_id: sis }) => sis ?? '—',
  },
  {
    key: 'kind',
    title: 'Kind',
    text: ({ kind }) => changeKinds[kind],
    render: ({ kind }) => changeKinds[kind],
  },
  { key: 'what', title: 'What', text: whatOf, render: whatOf },
]
