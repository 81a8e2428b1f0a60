import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { csvTable } from '#core/csv-reader.ts'
import { toCsv } from '#core/csv.ts'
import { FileProblem } from '#core/text-file.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { headingsOf } from '#features/invitations/rules.ts'
import { messageOf } from '#platform/web/api.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Banner } from '#ui/Banner.tsx'
import { ColumnChoices } from '#ui/ColumnChoices.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { HoursRow, HoursVerdict, JudgedHoursRow } from '../contract.ts'
import {
  countHoursVerdicts,
  type HoursColumns,
  hoursColumns,
  hoursColumnsProblem,
  hoursVerdictLabels,
  matchHoursColumns,
  minutesIn,
  MOST_BYTES,
  MOST_ROWS,
  readHours,
} from '../rules.ts'
import { type EarlierImport, EarlierImports } from './EarlierImports.tsx'
import { ImportReport } from './ImportReport.tsx'
import { hoursImports } from './queries.ts'

type Table = readonly (readonly string[])[]
type Opened = { name: string; table: Table; columns: HoursColumns }

/** Imports a class's earlier hours: choose a file, match its columns, look at every row, then a job with an outcome for each. */
export function ImportHours({ school }: { school: string | null }): ReactNode {
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const [rows, setRows] = useState<HoursRow[]>()
  const [started, setStarted] = useState<string>()
  const [earlier, setEarlier] = useState<EarlierImport & { asksUndo: boolean }>()
  const check = useMutation({ ...hoursImports.check.mutationOptions(), meta: { quiet: true }, retry: false })

  const startOver = () => {
    setOpened(undefined)
    setRows(undefined)
    setStarted(undefined)
    setProblem(undefined)
    check.reset()
  }
  const show = ({ table, columns }: Pick<Opened, 'table' | 'columns'>) => {
    const read = readHours(table, columns)
    if (read.problem !== null) {
      startOver()
      return setProblem(read.problem)
    }
    setRows(read.rows)
    check.mutate({ school_id: school, rows: read.rows })
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    setProblem(undefined)
    const table = await tableOf(file)
    if (typeof table === 'string') return setProblem(table)
    const found = headingsOf(table)
    if (!found) return setProblem('The file is empty.')
    setOpened({ name: file.name, table, columns: matchHoursColumns(found.headings) })
  }

  if (earlier)
    return (
      <ImportReport
        jobId={earlier.job_id}
        fileName={earlier.file_name}
        asksUndo={earlier.asksUndo}
        onAgain={() => setEarlier(undefined)}
      />
    )
  if (started && rows && opened)
    return <ImportReport jobId={started} fileName={opened.name} rows={rows} onAgain={startOver} />
  if (rows && opened)
    return (
      <Review
        school={school}
        fileName={opened.name}
        rows={rows}
        check={check}
        onColumns={() => setRows(undefined)}
        onStartOver={startOver}
        onStarted={setStarted}
      />
    )
  const headings = opened && headingsOf(opened.table)
  if (opened && headings)
    return (
      <ColumnChoices
        {...headings}
        labels={hoursColumns}
        problemOf={hoursColumnsProblem}
        columns={opened.columns}
        onChosen={(columns) => {
          setOpened({ ...opened, columns })
          show({ ...opened, columns })
        }}
        onStartOver={startOver}
      >
        Check what each column of {opened.name} holds. The student, the date and the hours are required. Rows
        without a kind count as direct care, rows without a specialty as Other.
      </ColumnChoices>
    )
  return (
    <>
      <ChooseFile onTake={(files) => void take(files)} problem={problem} />
      <EarlierImports school={school} onOpen={(one, asksUndo) => setEarlier({ ...one, asksUndo })} />
    </>
  )
}

/** The cells of a file, or why it cannot be read. */
async function tableOf(file: File): Promise<Table | string> {
  if (file.size > MOST_BYTES) return 'The file is larger than 1 MB. Split it into several files.'
  try {
    return csvTable(new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    if (error instanceof FileProblem) return error.message
    throw error
  }
}

const example = ['jordan.lee@school.edu', '0042', '2026-09-14', '7.5', 'Direct care', 'Medical-surgical', 'NUR 301', 'City Hospital'] // prettier-ignore

function ChooseFile({ onTake, problem }: { onTake: (files: File[]) => void; problem: string | undefined }) {
  return (
    <Stack>
      <Text size="sm" maw={680}>
        Bring hours from your earlier system as a CSV file with one line per student and day, or one per
        student and course. The first row names the columns. You match the columns and look at every row
        before anything is added, and the same file again adds nothing twice.
      </Text>
      <FileDrop
        label="CSV file"
        description={`At most ${MOST_ROWS.toLocaleString('en-US')} rows and 1 MB.`}
        files={[]}
        onChange={onTake}
        accept=".csv,.tsv,.txt,text/csv"
        maxBytes={MOST_BYTES}
        error={problem}
      />
      <div>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => saveFile('placewell-hours-template.csv', toCsv(Object.values(hoursColumns), [example]))} // prettier-ignore
        >
          <IconDownload size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> Download a template with
          one example row
        </Anchor>
      </div>
    </Stack>
  )
}

const badgeOf: Record<HoursVerdict, string> = {
  ok: 'active',
  invalid: 'failed',
  no_student: 'failed',
  duplicate: 'returned',
  imported: 'completed',
  locked: 'locked',
}
const PAGE_SIZE = 25

type ReviewProps = {
  school: string | null
  fileName: string
  rows: HoursRow[]
  check: {
    isPending: boolean
    error: Error | null
    data: { rows: JudgedHoursRow[] } | undefined
    mutate: (input: { school_id: string | null; rows: HoursRow[] }) => void
  }
  onColumns: () => void
  onStartOver: () => void
  onStarted: (jobId: string) => void
}

/** Every row with its verdict, before anything is written. */
function Review({ school, fileName, rows, check, onColumns, onStartOver, onStarted }: ReviewProps) {
  const jobId = useRef(crypto.randomUUID())
  const start = useMutation({
    ...hoursImports.start.mutationOptions(),
    meta: { quiet: true },
    onSuccess: ({ job_id: id }) => onStarted(id),
  })
  if (check.isPending) return <Skeletons shape="table" />
  if (!check.data)
    return (
      <Banner
        kind="danger"
        live
        title="The rows could not be checked"
        action={
          <Group gap="xs">
            <Button size="xs" onClick={() => check.mutate({ school_id: school, rows })}>
              Try again
            </Button>
            <Button size="xs" variant="default" onClick={onStartOver}>
              Another file
            </Button>
          </Group>
        }
      >
        {messageOf(check.error)}
      </Banner>
    )
  const judged = check.data.rows
  const counts = countHoursVerdicts(judged)
  const ready = new Set(judged.filter(({ verdict }) => verdict === 'ok').map(({ line }) => line))
  const total = rows.reduce((sum, { line, hours }) => sum + (ready.has(line) ? (minutesIn(hours) ?? 0) : 0), 0) // prettier-ignore
  return (
    <Stack>
      <StatGrid>
        <StatCard label="Ready" value={counts.ok} hue="green" />
        <StatCard
          label="Needs review"
          value={rows.length - counts.ok - counts.imported}
          hue={rows.length - counts.ok - counts.imported > 0 ? 'red' : 'gray'}
        />
        <StatCard label="Already imported" value={counts.imported} />
        <StatCard label="Hours to add" value={hoursWords(total / 60)} />
      </StatGrid>
      <Rows rows={rows} judged={judged} counts={counts} />
      {start.error && (
        <Banner kind="danger" live title="Nothing was imported">
          {messageOf(start.error)}
        </Banner>
      )}
      <Group>
        <Button
          leftSection={<IconFileImport size={18} aria-hidden />}
          disabled={counts.ok === 0}
          loading={start.isPending}
          onClick={() =>
            start.mutate({ job_id: jobId.current, school_id: school, file_name: fileName, rows })
          }
        >
          {counts.ok === 1 ? 'Import one row' : `Import ${counts.ok.toLocaleString('en-US')} rows`}
        </Button>
        <Button variant="default" onClick={onColumns} disabled={start.isPending}>
          Match columns
        </Button>
        <Button variant="default" onClick={onStartOver} disabled={start.isPending}>
          Another file
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {counts.ok === 0
          ? 'No row is ready. Correct the file and choose it again.'
          : 'Rows that are not ready are left out, each with its reason in the report. Students are notified once.'}
      </Text>
    </Stack>
  )
}

type RowsProps = {
  rows: readonly HoursRow[]
  judged: readonly JudgedHoursRow[]
  counts: Record<HoursVerdict, number>
}

function Rows({ rows, judged, counts }: RowsProps) {
  const [shown, setShown] = useState<HoursVerdict | 'all'>('all')
  const [page, setPage] = useState(1)
  const rowOf = new Map(rows.map((row) => [row.line, row]))
  const found = judged.filter(({ verdict }) => shown === 'all' || verdict === shown)
  const cell = (field: keyof HoursRow) => (one: JudgedHoursRow) => rowOf.get(one.line)?.[field] || '–'
  const columns: Column<JudgedHoursRow>[] = [
    {
      key: 'verdict',
      title: 'Verdict',
      width: 280,
      render: ({ verdict, reason, line }) => (
        <div>
          <StateBadge state={badgeOf[verdict]} label={hoursVerdictLabels[verdict]} />
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {[`Row ${line}.`, reason].filter(Boolean).join(' ')}
          </Text>
        </div>
      ),
    },
    {
      key: 'student',
      title: 'Student',
      render: (one) => one.student_name ?? rowOf.get(one.line)?.email ?? '–',
    },
    { key: 'date', title: 'Date', render: cell('date') },
    { key: 'hours', title: 'Hours', align: 'right', render: cell('hours') },
    { key: 'specialty', title: 'Specialty', phone: 'hide', render: cell('specialty') },
    { key: 'course', title: 'Course', phone: 'hide', render: cell('course') },
  ]
  return (
    <Stack gap="sm">
      <FilterBar onClear={shown === 'all' ? undefined : () => setShown('all')}>
        <SegmentedFilter<HoursVerdict | 'all'>
          label="Verdict"
          value={shown}
          options={[
            { value: 'all', label: 'All', count: judged.length },
            ...(Object.keys(counts) as HoursVerdict[])
              .filter((verdict) => counts[verdict] > 0 || verdict === shown)
              .map((verdict) => ({ value: verdict, label: hoursVerdictLabels[verdict], count: counts[verdict] })), // prettier-ignore
          ]}
          onChange={(value) => {
            setShown(value)
            setPage(1)
          }}
        />
      </FilterBar>
      <DataTable
        label="Rows of the file"
        rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        columns={columns}
        rowKey={({ line }) => String(line)}
        rowLabel={({ line }) => `row ${line}`}
        page={page}
        pageSize={PAGE_SIZE}
        total={found.length}
        onPageChange={setPage}
        empty={{ title: 'No row fits', description: 'Choose another verdict.' }}
      />
    </Stack>
  )
}
