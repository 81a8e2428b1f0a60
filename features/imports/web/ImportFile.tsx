import { Button, Checkbox, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconDatabaseImport, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { CSV_FILES } from '#platform/web/table-files.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { ImportScreen, rowsFilters } from '#platform/web/kit/ImportScreen.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useOwnList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { newestOnlyNotice } from '#ui/newest-only.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ImportKind, ImportRun, ImportVerdict, JudgedRow, VerdictCounts } from '../contract.ts'
import { changesText, importLimits, noCounts, partsOf, verdictLabels } from '../rules.ts'
import { importLists, imports } from './queries.ts'
import { rowsIn } from './read-file.ts'
import { sendPart } from './send-part.ts'
import { jobs, waitForJob } from './wait-for-job.ts'

const filters = rowsFilters(verdictLabels)
const words = {
  sites: { one: 'site', many: 'sites', label: 'Hospitals or nursing homes' },
  schools: { one: 'school', many: 'schools', label: 'Schools' },
}
const badgeOf: Record<ImportVerdict, string> = {
  new: 'active',
  changed: 'returned',
  unchanged: 'completed',
  duplicate: 'returned',
  invalid: 'failed',
  left_out: 'inactive',
}

type Brought = { id: string; fileName: string; ignored: string[]; counts: VerdictCounts }

/** Imports a file of sites or schools: choose, compare row by row, review, then write all or nothing. */
export function ImportFile({ kind }: { kind: ImportKind }): ReactNode {
  const [brought, setBrought] = useState<Brought>()
  const [isDone, setDone] = useState(false)
  if (!brought) return <ChooseFile kind={kind} onBrought={setBrought} />
  return (
    <Preview
      kind={kind}
      brought={brought}
      isDone={isDone}
      onCounts={(counts) => setBrought({ ...brought, counts })}
      onDone={(counts) => {
        setBrought({ ...brought, counts })
        setDone(true)
      }}
      onStartOver={() => {
        setBrought(undefined)
        setDone(false)
      }}
    />
  )
}

function ChooseFile({ kind, onBrought }: { kind: ImportKind; onBrought: (brought: Brought) => void }) {
  const [below, setBelow] = useState<'own' | 'one'>('own')
  const [organization, setOrganization] = useState<string | null>(null)
  const [progress, setProgress] = useState<{ step: string; share: number; job?: string }>()
  const earlier = useQuery(imports.list.queryOptions({ input: { kind } }))
  const isUnderWay = progress !== undefined

  const bring = useMutation({
    mutationFn: async (file: File) => {
      setProgress({ step: `Reading ${file.name}…`, share: 0 })
      // Reads the whole file before sending anything, so that an unreadable row is refused by its number.
      let total = 0
      let ignored: string[] = []
      for await (const rows of rowsIn(kind, file, (columns) => (ignored = columns.ignored))) {
        total += rows.length
        setProgress({ step: `${howMany(total, 'row')} read…`, share: 0 })
      }
      const id = crypto.randomUUID()
      const organization_id = below === 'one' ? organization : null
      await imports.start.call({ id, kind, file_name: file.name.slice(-200), organization_id })
      let sent = 0
      for await (const rows of rowsIn(kind, file))
        for (const part of partsOf(rows)) {
          await sendPart(id, part)
          sent += part.length
          setProgress({
            step: `${formatNumber(sent)} of ${howMany(total, 'row')} sent…`,
            share: (90 * sent) / total,
          })
        }
      const { job_id } = await imports.judge.call({ id, job_id: crypto.randomUUID() })
      setProgress({
        step: `Comparing ${howMany(total, 'row')} with the current data…`,
        share: 95,
        job: job_id,
      })
      const counts = (await waitForJob(job_id, () => {})) as VerdictCounts
      return { id, fileName: file.name, ignored, counts: { ...noCounts, ...counts } }
    },
    retry: false,
    meta: { quiet: true, touches: [imports.list.key()] },
    onSuccess: onBrought,
    onSettled: () => setProgress(undefined),
  })

  return (
    <ImportScreen
      step={{
        at: 'file',
        title: 'Choose a file',
        label: 'CSV file',
        accept: CSV_FILES,
        description: `At most ${formatNumber(importLimits.rows)} rows and 500 MB.`,
        maxBytes: importLimits.bytes,
        onTake: ([file]) => file && bring.mutate(file),
        problem: bring.error ? messageOf(bring.error) : undefined,
        isDisabled: isUnderWay || (below === 'one' && !organization),
        before: (
          <>
            {kind === 'sites' && (
              <Radio.Group
                label="Where to add new sites"
                value={below}
                onChange={(value) => setBelow(value === 'one' ? 'one' : 'own')}
              >
                <Stack gap="xs" mt="xs">
                  <Radio
                    value="own"
                    label="Each under its own organization of the same name"
                    disabled={isUnderWay}
                  />
                  <Radio value="one" label="All under one organization" disabled={isUnderWay} />
                </Stack>
              </Radio.Group>
            )}
            {below === 'one' && (
              <EntitySelect
                kind="facility"
                label="Organization"
                value={organization}
                onChange={setOrganization}
                maw={420}
                required
              />
            )}
          </>
        ),
        progress: progress && {
          words: progress.step,
          share: progress.share,
          cancel: progress.job && <CancelJob id={progress.job} />,
        },
        after: earlier.data && earlier.data.length > 0 && <Earlier runs={earlier.data} />,
        children: (
          <Text size="sm" maw={680}>
            {kind === 'sites' ? (
              <>
                The list of hospitals or of nursing homes as Medicare publishes it, or a CSV file with at
                least <b>Facility ID</b>, <b>Facility Name</b>, <b>City</b> and <b>State</b>. Sites are
                matched by Facility ID, never by name.
              </>
            ) : (
              <>
                The national list of institutions (IPEDS) or a CSV file with at least <b>UNITID</b>,{' '}
                <b>name</b> and <b>state</b>. Schools are matched by UNITID.
              </>
            )}{' '}
            Nothing is written until you’ve reviewed it.
          </Text>
        ),
      }}
    />
  )
}

/** Asks a job to stop; waitForJob reports when it has. */
function CancelJob({ id }: { id: string }) {
  const cancel = useMutation({
    ...jobs.cancel.mutationOptions(),
    meta: { failed: 'It could not be canceled' },
  })
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      loading={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate({ id })}
    >
      Cancel
    </Button>
  )
}

function Earlier({ runs }: { runs: ImportRun[] }) {
  return (
    <PageSection title="Imported before" description={runs.length === 20 ? newestOnlyNotice(20) : undefined}>
      <DataTable
        label="Files imported before"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          { key: 'file', title: 'File', render: ({ file_name }) => file_name, ellipsis: true, width: '40%' },
          {
            key: 'state',
            title: 'Status',
            render: ({ status }) => (
              <StateBadge
                state={status === 'committed' ? 'completed' : 'draft'}
                label={status === 'committed' ? 'Written' : 'Reviewed only'}
              />
            ),
          },
          { key: 'rows', title: 'Rows', render: ({ counts }) => countsText(counts) },
          { key: 'by', title: 'By', render: ({ created_by_name }) => created_by_name ?? '–' },
          {
            key: 'at',
            title: 'When',
            render: ({ committed_at, created_at }) => <RelativeTime value={committed_at ?? created_at} />,
          },
        ]}
        empty={{ title: 'Nothing was imported yet' }}
      />
    </PageSection>
  )
}

type PreviewProps = {
  kind: ImportKind
  brought: Brought
  isDone: boolean
  onCounts: (counts: VerdictCounts) => void
  onDone: (counts: VerdictCounts) => void
  onStartOver: () => void
}

function Preview({ kind, brought, isDone, onCounts, onDone, onStartOver }: PreviewProps) {
  const { id, counts } = brought
  const { one, many } = words[kind]
  const list = useOwnList(filters, { sorts: ['line'], hasOwnOrder: true, pageSize: 50 })
  const { verdict = 'all', search = '' } = list.filter
  const [withChanges, setWithChanges] = useState(true)
  const rows = useQuery({
    ...imports.rows.queryOptions({
      input: { id, verdict, q: search, page: list.page, page_size: list.pageSize },
    }),
    placeholderData: keepPreviousData,
  })
  const leaveOut = useMutation({
    ...imports.leaveOut.mutationOptions(),
    meta: { failed: 'The row could not be changed', touches: [imports.rows.key()] },
    onSuccess: (answer) => onCounts({ ...noCounts, ...answer.counts }),
  })
  const [progress, setProgress] = useState<{ job: string; done: number; total: number | null }>()
  const commit = useMutation({
    mutationFn: async (input: { id: string; with_changes: boolean }) => {
      const { job_id: job } = await imports.commit.call({ ...input, job_id: crypto.randomUUID() })
      setProgress({ job, done: 0, total: null })
      return (await waitForJob(job, (far) => setProgress({ job, ...far }))) as VerdictCounts
    },
    retry: false,
    meta: { quiet: true, touches: importLists },
    onSuccess: (answer) => onDone({ ...noCounts, ...answer }),
    onSettled: () => setProgress(undefined),
  })

  const written = counts.new + (withChanges ? counts.changed : 0)
  const write = `Write ${howMany(written, one, many)}`
  const setOut = (isLeftOut: boolean) => (row: JudgedRow) =>
    leaveOut.mutateAsync({ id, line: row.line, is_left_out: isLeftOut })
  const actions = useActions<JudgedRow>(
    isDone
      ? []
      : [
          {
            id: 'include',
            label: 'Include',
            icon: IconArrowBackUp,
            isOffered: (row) => row.verdict === 'left_out',
            run: setOut(false),
            tellsFailure: true,
          },
          {
            id: 'skip',
            label: 'Skip',
            icon: IconTrash,
            isOffered: (row) => row.verdict !== 'left_out',
            run: setOut(true),
            tellsFailure: true,
          },
        ],
    { nameOf: ({ line }) => `row ${line}`, idOf: ({ line }) => String(line) },
  )
  const columns: Column<JudgedRow>[] = [
    {
      key: 'name',
      title: 'Name',
      render: ({ line, data }) => (
        <div>
          {text(data['name']) || '–'}
          <Text size="xs" c="dimmed">
            Row {line}
          </Text>
        </div>
      ),
    },
    {
      key: 'verdict',
      title: 'Result',
      width: 320,
      render: ({ verdict: judged, reason, note, changes }) => (
        <div>
          <StateBadge state={badgeOf[judged]} label={verdictLabels[judged]} />
          {[reason, judged === 'changed' && changesText(changes), note].filter(Boolean).map((sentence) => (
            <Text
              key={String(sentence)}
              size="xs"
              c="dimmed"
              style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
            >
              {sentence}
            </Text>
          ))}
        </div>
      ),
    },
    {
      key: 'id',
      title: kind === 'sites' ? 'Facility ID' : 'UNITID',
      render: ({ data }) => text(data['cms_certification_number'] ?? data['unitid']) || '–',
    },
    {
      key: 'location',
      title: 'Facility',
      render: ({ data }) => [data['city'], data['state']].map(text).filter(Boolean).join(', ') || '–',
    },
  ]

  const wrong = counts.invalid + counts.duplicate
  return (
    <ImportScreen
      step={{
        at: 'rows',
        outcome: isDone && (
          <div ref={intoView}>
            <Banner
              kind="success"
              live
              title={`${brought.fileName} is written`}
              action={
                <Button size="xs" variant="default" onClick={onStartOver}>
                  Another file
                </Button>
              }
            >
              {countsText(counts)}.
            </Banner>
          </div>
        ),
        stats: [
          { label: 'New', value: formatNumber(counts.new), hue: 'green' },
          { label: 'Changed', value: formatNumber(counts.changed) },
          { label: 'Unchanged', value: formatNumber(counts.unchanged) },
          {
            label: 'Invalid or duplicate',
            value: formatNumber(wrong),
            hue: wrong > 0 ? 'red' : 'gray',
          },
        ],
        notices: brought.ignored.length > 0 && !isDone && (
          <Banner kind="info" title={`${howMany(brought.ignored.length, 'column')} not used`}>
            {brought.ignored.join(', ')}
          </Banner>
        ),
        list,
        counts,
        labels: verdictLabels,
        all: total(counts),
        reportHref: `/api/imports/${id}/report`,
        query: rows,
        rows: rows.data?.rows,
        total: rows.data?.total,
        columns,
        rowKey: ({ line }) => String(line),
        actions,
        onStartOver,
        commit: isDone
          ? undefined
          : {
              title: 'Write',
              label: write,
              icon: IconDatabaseImport,
              isPending: commit.isPending,
              isDisabled: written === 0,
              run: () => commit.mutate({ id, with_changes: withChanges }),
              question: {
                title: `${write}?`,
                body: `${countsText({ new: counts.new, ...(withChanges ? { changed: counts.changed } : {}) })}. All of them or, should anything go wrong, none.`,
              },
              failure: commit.error
                ? { title: 'Nothing was written', words: messageOf(commit.error) }
                : undefined,
              hint: written === 0 ? 'Nothing in this file is new.' : undefined,
              children: (
                <>
                  {counts.changed > 0 && (
                    <Checkbox
                      label={`Update what changed in ${howMany(counts.changed, one, many)}`}
                      description="Without it, only new rows are added. Anything the file leaves out stays as it is."
                      checked={withChanges}
                      onChange={(event) => setWithChanges(event.currentTarget.checked)}
                    />
                  )}
                  {commit.isPending && (
                    <div>
                      <Text size="sm" component="output">
                        {progress?.total
                          ? `${formatNumber(progress.done)} of ${howMany(progress.total, one, many)} written…`
                          : `Writing ${howMany(written, one, many)}…`}
                      </Text>
                      <Progress
                        value={progress?.total ? (100 * progress.done) / progress.total : 100}
                        animated
                        aria-label="Writing"
                      />
                      {progress && <CancelJob id={progress.job} />}
                    </div>
                  )}
                </>
              ),
            },
      }}
    />
  )
}

/** Scrolls to the outcome, which is above the rows while the button is below them. */
function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const total = (counts: VerdictCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

function countsText(counts: Partial<VerdictCounts>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return (
    some
      .map(
        ([verdict, count]) =>
          `${formatNumber(count)} ${verdictLabels[verdict as ImportVerdict].toLowerCase()}`,
      )
      .join(', ') || 'No rows'
  )
}
