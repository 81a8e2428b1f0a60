import { IconPencil, IconPlugConnectedX, IconPlugX, IconRefresh } from '@tabler/icons-react'
import { Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { CanvasConnection, CanvasRun, NextStep } from '../contract.ts'
import { canvasRefusals, failureWords, nextStepLabels, runWords } from '../messages.ts'
import { readBlocker, revokeBlocker, testBlocker } from '../rules.ts'
import { canvas, meta } from './queries.ts'
import { ConnectionBadge, PAGE } from './words.tsx'

const PeopleView = lazy(() => import('./PeopleView.tsx').then((file) => ({ default: file.PeopleView })))
const SectionsView = lazy(() => import('./SectionsView.tsx').then((file) => ({ default: file.SectionsView })))
const TermsView = lazy(() => import('./TermsView.tsx').then((file) => ({ default: file.TermsView })))
const RunsView = lazy(() => import('./RunsView.tsx').then((file) => ({ default: file.RunsView })))
const ConnectionDialog = lazyDialog(
  () => import('./ConnectionDialog.tsx').then((file) => file.ConnectionDialog),
  { on: undefined },
)

const views = [
  { value: 'people', label: 'People' },
  { value: 'sections', label: 'Sections' },
  { value: 'terms', label: 'Terms' },
  { value: 'runs', label: 'Runs' },
] as const
type View = (typeof views)[number]['value']
const words = {
  view: (value: unknown) =>
    choiceParam(
      value,
      views.map((one) => one.value),
    ),
  run: idParam,
}
/** The view for the next step. */
const viewOf: Partial<Record<NextStep, View>> = {
  map_terms: 'terms',
  map_sections: 'sections',
  test: 'runs',
}

/** One school’s Canvas: its status, the next step, and what was read. */
export function ConnectionScreen({ id }: { id: string }): ReactNode {
  const [isEditing, edit] = useState(false)
  const query = useQuery({
    ...canvas.get.queryOptions({ input: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.open_run ? 1_500 : 60_000),
  })
  const [{ view: chosen }] = useSearchParams(words)
  const setSearch = useSetSearch()
  const connection = query.data
  useAskedAgain(connection)
  const view = chosen ?? (connection && viewOf[connection.next]) ?? 'people'
  const actions = useConnectionActions(() => edit(true))
  return (
    <>
      <Page
        title={connection?.school_name ?? 'Canvas'}
        description={connection && <Facts connection={connection} />}
        badge={connection && <ConnectionBadge status={connection.status} />}
        breadcrumbs={[{ label: 'Canvas integration', href: PAGE }]}
        width="wide"
        actions={connection && actions.buttonsOf(connection)}
        toolbar={
          <SegmentedFilter
            label="View"
            value={view}
            options={views}
            onChange={(next) => setSearch({ connection: id, view: next }, false)}
          />
        }
        query={query}
        failedTitle="The connection couldn’t be loaded"
      >
        {(found) => (
          <>
            <Notice connection={found} next={found.next} />
            <Suspense fallback={<Skeletons shape="table" />}>
              {view === 'people' && <PeopleView connection={found} />}
              {view === 'sections' && <SectionsView connection={found} />}
              {view === 'terms' && <TermsView id={id} />}
              {view === 'runs' && <RunsView id={id} isOpen={found.open_run !== null} />}
            </Suspense>
          </>
        )}
      </Page>
      {actions.dialog}
      <ConnectionDialog
        on={isEditing && connection ? { connection } : undefined}
        onClose={() => edit(false)}
      />
    </>
  )
}

/** Refetches everything on the page when a reading begins or ends. */
function useAskedAgain(connection: CanvasConnection | undefined): void {
  const client = useQueryClient()
  const stamp = connection && `${connection.open_run?.id} ${connection.read_at}`
  const last = useRef(stamp)
  useEffect(() => {
    if (last.current !== undefined && last.current !== stamp)
      void client.invalidateQueries({ queryKey: canvas.key() })
    last.current = stamp
  }, [client, stamp])
}

function Facts({ connection }: { connection: CanvasConnection }): ReactNode {
  const { base_url: url, read_at: at, reads_daily: isDaily } = connection
  return (
    <>
      {url.replace('https://', '')} ·{' '}
      {at ? (
        <>
          Read <RelativeTime value={at} />
        </>
      ) : (
        'Not read yet'
      )}
      {isDaily ? ', every day' : ', only when asked'}
    </>
  )
}

/** What is under way, what went wrong with the next step, or what comes next. */
function Notice({ connection, next }: { connection: CanvasConnection; next: NextStep }): ReactNode {
  const { open_run: run, failure } = connection
  if (run) return <RunProgress run={run} />
  if (failure) {
    const { title, next: step } = failureWords(failure)
    return (
      <Banner kind="danger" title={title} live>
        {step}
      </Banner>
    )
  }
  // People who need a decision are first in the list.
  const said = next === 'decide' ? null : nextStepLabels[next]
  return said && <Banner kind="info">{said}</Banner>
}

/** The progress of a reading. */
function RunProgress({ run }: { run: CanvasRun }): ReactNode {
  const { courses_total: total, courses_done: done } = run
  const percent = total ? Math.round((done / total) * 100) : null
  return (
    <div>
      <Progress value={percent ?? 100} animated={percent === null} aria-label="Reading from Canvas" />
      <Text size="sm" component="output">
        {runWords(run)}
      </Text>
    </div>
  )
}

function useConnectionActions(edit: () => void) {
  const test = useMutation({ ...canvas.test.mutationOptions(), meta })
  const read = useMutation({ ...canvas.read.mutationOptions(), meta })
  const revoke = useMutation({ ...canvas.revoke.mutationOptions(), meta })
  const sentence = (refused: ReturnType<typeof testBlocker | typeof readBlocker>) =>
    refused && refusalMessage(canvasRefusals, refused)
  return useActions<CanvasConnection>(
    [
      {
        id: 'edit',
        label: 'Edit…',
        icon: IconPencil,
        isRare: true,
        open: edit,
      },
      {
        id: 'revoke',
        label: 'Revoke…',
        icon: IconPlugX,
        danger: true,
        isRare: true,
        isOffered: (row) => revokeBlocker(row) === null,
        ask: ([row]) => ({
          title: `Revoke the connection to the Canvas of ${row!.school_name}?`,
          body: 'The token or secret is deleted here. What was read and matched stays. Also delete the token or developer key in Canvas.',
          confirmLabel: 'Revoke',
        }),
        run: ({ id, version }) => revoke.mutateAsync({ id, version }),
        done: () => 'Connection revoked',
      },
      {
        id: 'test',
        label: 'Test the connection',
        icon: IconPlugConnectedX,
        key: 't',
        isOffered: ({ status }) => status !== 'revoked',
        blocker: (row) => sentence(testBlocker(row)),
        run: ({ id }) => test.mutateAsync({ id }),
      },
      {
        id: 'read',
        label: 'Read now',
        icon: IconRefresh,
        key: 'r',
        isOffered: ({ status }) => status === 'active' || status === 'error',
        blocker: (row) => sentence(readBlocker(row)),
        run: ({ id }) => read.mutateAsync({ id, run_id: crypto.randomUUID() }),
      },
    ],
    { nameOf: ({ school_name: name }) => name },
  )
}
