import { Anchor, Button, Checkbox, Group, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconDatabaseImport, IconDownload, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { newestOnly } from '#ui/newest-only.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ImportKind, ImportRun, ImportVerdict, JudgedRow, RawRow, VerdictCounts } from '../contract.ts'
import { changesText, importLimits, noCounts, partsOf, verdictLabels } from '../rules.ts'
import { importLists, imports } from './queries.ts'
import { rowsIn } from './read-file.ts'
import { jobs, waitForJob } from './wait-for-job.ts'

const PAGE_SIZE = 50
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

/** Brings a file of sites or schools: chosen, compared row by row, looked at, then written in one go or not at all. */
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
      // Read whole before anything is sent: what cannot be read is refused with its row.
      let total = 0
      let ignored: string[] = []
      for await (const rows of rowsIn(kind, file, (columns) => (ignored = columns.ignored))) {
        total += rows.length
        setProgress({ step: `${plural(total, 'row')} read…`, share: 0 })
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
            step: `${sent.toLocaleString('en-US')} of ${plural(total, 'row')} sent…`,
            share: (90 * sent) / total,
          })
        }
      const { job_id } = await imports.judge.call({ id, job_id: crypto.randomUUID() })
      setProgress({
        step: `Comparing ${plural(total, 'row')} with the current data…`,
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
    <Stack>
      <PageSection title="Choose a file">
        <Stack>
          <Text size="sm" maw={680}>
            {kind === 'sites' ? (
              <>
                The list of hospitals or of nursing homes as Medicare publishes it, or a CSV file with at
                least <b>Facility ID</b>, <b>Facility Name</b>, <b>City</b> and <b>State</b>. A site is known
                again by its Facility ID, never by its name.
              </>
            ) : (
              <>
                The national list of institutions (IPEDS) or a CSV file with at least <b>UNITID</b>,{' '}
                <b>name</b> and <b>state</b>. A school is known again by its UNITID.
              </>
            )}{' '}
            Nothing is written before you have looked at it.
          </Text>
          {kind === 'sites' && (
            <Radio.Group
              label="Where new sites come"
              value={below}
              onChange={(value) => setBelow(value === 'one' ? 'one' : 'own')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="own" label="Each below an organization of its own name" disabled={isUnderWay} />
                <Radio value="one" label="All below one organization" disabled={isUnderWay} />
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
          <FileDrop
            label="CSV file"
            description={`At most ${importLimits.rows.toLocaleString('en-US')} rows and 500 MB.`}
            files={[]}
            onChange={([file]) => file && bring.mutate(file)}
            accept=".csv,.tsv,.txt,text/csv"
            maxBytes={importLimits.bytes}
            error={bring.error && messageOf(bring.error)}
            disabled={isUnderWay || (below === 'one' && !organization)}
          />
          {progress && (
            <div>
              <Text size="sm" component="output">
                {progress.step}
              </Text>
              <Progress value={progress.share} aria-label="How far the file is" />
              {progress.job && <CancelJob id={progress.job} />}
            </div>
          )}
        </Stack>
      </PageSection>
      {earlier.data && earlier.data.length > 0 && <Earlier runs={earlier.data} />}
    </Stack>
  )
}

const TRIES = 4

/** Sends rows, and once more when the server is away for a moment: rows that arrive twice are kept once. */
async function sendPart(id: string, rows: RawRow[]): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await imports.addRows.call({ id, rows })
      return
    } catch (error) {
      const { status } = error as { status?: number }
      const isRefused = status !== undefined && status < 500 && status !== 429
      if (isRefused || tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries))
    }
}

/** Asks a job to stop; anyone who waits for it says when it has. */
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
    <PageSection title="Imported before" description={runs.length === 20 ? newestOnly(20) : undefined}>
      <DataTable
        label="Files imported before"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          { key: 'file', title: 'File', render: ({ file_name }) => file_name, ellipsis: true },
          {
            key: 'state',
            title: 'Status',
            render: ({ status }) => (
              <StateBadge
                state={status === 'committed' ? 'completed' : 'draft'}
                label={status === 'committed' ? 'Written' : 'Looked at only'}
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
  const [shown, setShown] = useState<ImportVerdict | 'all'>('all')
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [withChanges, setWithChanges] = useState(true)
  const rows = useQuery({
    ...imports.rows.queryOptions({ input: { id, verdict: shown, q, page, page_size: PAGE_SIZE } }),
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
  const submit = async () => {
    const answer = await confirm({
      title: `Write ${plural(written, one, many)}?`,
      body: `${countsText({ new: counts.new, ...(withChanges ? { changed: counts.changed } : {}) })}. All of them or, should anything go wrong, none.`,
      confirmLabel: `Write ${plural(written, one, many)}`,
    })
    if (answer) commit.mutate({ id, with_changes: withChanges })
  }
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
      title: 'Verdict',
      width: 320,
      render: ({ verdict, reason, note, changes }) => (
        <div>
          <StateBadge state={badgeOf[verdict]} label={verdictLabels[verdict]} />
          {[reason, verdict === 'changed' && changesText(changes), note].filter(Boolean).map((sentence) => (
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
      key: 'place',
      title: 'Facility',
      render: ({ data }) => [data['city'], data['state']].map(text).filter(Boolean).join(', ') || '–',
    },
  ]

  return (
    <Stack>
      {isDone && (
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
      )}
      <StatGrid>
        <StatCard label="New" value={counts.new.toLocaleString('en-US')} hue="green" />
        <StatCard label="Changed" value={counts.changed.toLocaleString('en-US')} />
        <StatCard label="Unchanged" value={counts.unchanged.toLocaleString('en-US')} />
        <StatCard
          label="Invalid or duplicate"
          value={(counts.invalid + counts.duplicate).toLocaleString('en-US')}
          hue={counts.invalid + counts.duplicate > 0 ? 'red' : 'gray'}
        />
      </StatGrid>
      {brought.ignored.length > 0 && !isDone && (
        <Banner kind="info" title={`${plural(brought.ignored.length, 'column')} not used`}>
          {brought.ignored.join(', ')}
        </Banner>
      )}
      <FilterBar
        onClear={
          q || shown !== 'all'
            ? () => {
                setQ('')
                setShown('all')
                setPage(1)
              }
            : undefined
        }
      >
        <SearchField
          label="Search the file"
          value={q}
          onChange={(value) => {
            setQ(value)
            setPage(1)
          }}
        />
        <SegmentedFilter
          label="Verdict"
          value={shown}
          options={[
            { value: 'all' as const, label: 'All', count: total(counts) },
            ...(Object.keys(noCounts) as ImportVerdict[])
              .filter((verdict) => counts[verdict] > 0 || verdict === shown)
              .map((verdict) => ({ value: verdict, label: verdictLabels[verdict], count: counts[verdict] })),
          ]}
          onChange={(value) => {
            setShown(value)
            setPage(1)
          }}
        />
        <Anchor href={`/api/imports/${id}/report`} download size="sm">
          <IconDownload size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> Download the report
        </Anchor>
      </FilterBar>
      <DataTable
        label="Rows of the file"
        rows={rows.data?.rows}
        columns={columns}
        isLoading={rows.isPending}
        rowKey={({ line }) => String(line)}
        rowLabel={({ line }) => `row ${line}`}
        rowActions={
          isDone
            ? []
            : ({ line, verdict }) =>
                verdict === 'left_out'
                  ? [
                      {
                        label: 'Include',
                        icon: IconArrowBackUp,
                        onClick: () => leaveOut.mutate({ id, line, is_left_out: false }),
                      },
                    ]
                  : [
                      {
                        label: 'Skip',
                        icon: IconTrash,
                        onClick: () => leaveOut.mutate({ id, line, is_left_out: true }),
                      },
                    ]
        }
        page={page}
        pageSize={PAGE_SIZE}
        total={rows.data?.total ?? 0}
        onPageChange={setPage}
        empty={{ title: 'No row fits', description: 'Try another search or verdict.' }}
      />
      {!isDone && (
        <PageSection title="Write">
          <Stack>
            {counts.changed > 0 && (
              <Checkbox
                label={`Take over what changed in ${plural(counts.changed, one, many)}`}
                description="Without it, only new rows are added. Anything the file leaves out stays as it is."
                checked={withChanges}
                onChange={(event) => setWithChanges(event.currentTarget.checked)}
              />
            )}
            {commit.isPending && (
              <div>
                <Text size="sm" component="output">
                  {progress?.total
                    ? `${progress.done.toLocaleString('en-US')} of ${plural(progress.total, one, many)} written…`
                    : `Writing ${plural(written, one, many)}…`}
                </Text>
                <Progress
                  value={progress?.total ? (100 * progress.done) / progress.total : 100}
                  animated
                  aria-label="Writing"
                />
                {progress && <CancelJob id={progress.job} />}
              </div>
            )}
            {commit.error && (
              <Banner kind="danger" live title="Nothing was written">
                {messageOf(commit.error)}
              </Banner>
            )}
            <Group>
              <Button
                leftSection={<IconDatabaseImport size={18} aria-hidden />}
                disabled={written === 0}
                loading={commit.isPending}
                onClick={() => void submit()}
              >
                Write {plural(written, one, many)}
              </Button>
              <Button variant="default" onClick={onStartOver} disabled={commit.isPending}>
                Another file
              </Button>
              {written === 0 && (
                <Text size="sm" c="dimmed">
                  Nothing in this file is new.
                </Text>
              )}
            </Group>
          </Stack>
        </PageSection>
      )}
    </Stack>
  )
}

/** The outcome stands above the rows; anyone who pressed the button below them sees it. */
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
          `${count.toLocaleString('en-US')} ${verdictLabels[verdict as ImportVerdict].toLowerCase()}`,
      )
      .join(', ') || 'No rows'
  )
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
