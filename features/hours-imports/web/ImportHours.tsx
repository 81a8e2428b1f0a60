import { Button, Group, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { FileProblem } from '#core/text-file.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { headingsOf } from '#features/invitations/rules.ts'
import { asUpload, messageOf } from '#platform/web/api.ts'
import { readTable } from '#platform/web/read-table.ts'
import { ImportScreen, rowsFilters } from '#platform/web/kit/ImportScreen.tsx'
import { pageOfRows, useOwnList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { HoursRow, HoursVerdict, JudgedHoursRow } from '../contract.ts'
import {
  countHoursVerdicts,
  type HoursColumns,
  hoursColumns,
  hoursColumnsProblem,
  hoursVerdictLabels,
  isHoursHeading,
  matchHoursColumns,
  minutesIn,
  MAX_BYTES,
  MAX_ROWS,
  readHours,
} from '../rules.ts'
import { type EarlierImport, EarlierImports } from './EarlierImports.tsx'
import { ImportReport } from './ImportReport.tsx'
import { hoursImports } from './queries.ts'

type Table = readonly (readonly string[])[]
type Opened = { name: string; table: Table; columns: HoursColumns }

/** Imports a class's earlier hours: choose a file, match its columns, review every row, then run a job with a result for each. */
export function ImportHours({ school }: { school: string | null }): ReactNode {
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const [rows, setRows] = useState<HoursRow[]>()
  const [started, setStarted] = useState<string>()
  const [earlier, setEarlier] = useState<EarlierImport & { asksUndo: boolean }>()
  const check = useMutation({
    ...hoursImports.check.mutationOptions(asUpload),
    meta: { quiet: true },
    retry: false,
  })

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
    const found = headingsOf(table, isHoursHeading)
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
  const headings = opened && headingsOf(opened.table, isHoursHeading)
  if (opened && headings)
    return (
      <ImportScreen
        step={{
          at: 'columns',
          ...headings,
          labels: hoursColumns,
          problemOf: hoursColumnsProblem,
          columns: opened.columns,
          onChosen: (columns) => {
            setOpened({ ...opened, columns })
            show({ ...opened, columns })
          },
          onStartOver: startOver,
          children: `Check what each column of ${opened.name} holds. The student, the date and the hours are required. Rows without a kind count as direct care, rows without a specialty as Other.`,
        }}
      />
    )
  return (
    <ImportScreen
      step={{
        at: 'file',
        description: `At most ${formatNumber(MAX_ROWS)} rows and 1 MB.`,
        maxBytes: MAX_BYTES,
        onTake: (files) => void take(files),
        problem,
        template: {
          filename: 'placewell-hours-template.csv',
          headings: Object.values(hoursColumns),
          example,
        },
        children: (
          <Text size="sm" maw={680}>
            Bring hours from your earlier system as a CSV or Excel file with one row per student and day, or
            one per student and course. The first row names the columns. You match the columns and look at
            every row before anything is added, and the same file again adds nothing twice.
          </Text>
        ),
        after: (
          <EarlierImports school={school} onOpen={(one, asksUndo) => setEarlier({ ...one, asksUndo })} />
        ),
      }}
    />
  )
}

/** The cells of a file, or why it cannot be read. */
async function tableOf(file: File): Promise<Table | string> {
  if (file.size > MAX_BYTES) return 'The file is larger than 1 MB. Split it into several files.'
  try {
    return await readTable(file)
  } catch (error) {
    if (error instanceof FileProblem) return error.message
    throw error
  }
}

const example = [
  'jordan.lee@school.edu',
  '0042',
  '2026-09-14',
  '7.5',
  'Direct care',
  'Medical-surgical',
  'NUR 301',
  'City Hospital',
]

const badgeOf: Record<HoursVerdict, string> = {
  ok: 'active',
  invalid: 'failed',
  no_student: 'failed',
  duplicate: 'returned',
  imported: 'completed',
  locked: 'locked',
}
const filters = rowsFilters(hoursVerdictLabels)

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
    ...hoursImports.start.mutationOptions(asUpload),
    meta: { quiet: true },
    onSuccess: ({ job_id: id }) => onStarted(id),
  })
  const list = useOwnList(filters, { sorts: ['line'], hasOwnOrder: true })
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
  const total = rows.reduce(
    (sum, { line, hours }) => sum + (ready.has(line) ? (minutesIn(hours) ?? 0) : 0),
    0,
  )
  const inReview = rows.length - counts.ok - counts.imported
  const rowOf = new Map(rows.map((row) => [row.line, row]))
  const { search = '', verdict: wanted } = list.filter
  const words = search.trim().toLowerCase()
  const shown = pageOfRows(
    judged.filter(
      ({ verdict, line, student_name: name }) =>
        (!wanted || verdict === wanted) &&
        `${name ?? ''} ${Object.values(rowOf.get(line) ?? {}).join(' ')}`.toLowerCase().includes(words),
    ),
    list,
  )
  return (
    <ImportScreen
      step={{
        at: 'rows',
        stats: [
          { label: 'Ready', value: counts.ok, hue: 'green' },
          { label: 'Needs review', value: inReview, hue: inReview > 0 ? 'red' : 'gray' },
          { label: 'Already imported', value: counts.imported },
          { label: 'Hours to add', value: hoursWords(total / 60) },
        ],
        list,
        counts,
        labels: hoursVerdictLabels,
        all: judged.length,
        query: { ...check, isError: false },
        rows: shown.rows,
        total: shown.total,
        page: shown.page,
        columns: columnsOf(rowOf),
        rowKey: ({ line }) => String(line),
        commit: {
          label: counts.ok === 1 ? 'Import 1 row' : `Import ${formatNumber(counts.ok)} rows`,
          icon: IconFileImport,
          isPending: start.isPending,
          isDisabled: counts.ok === 0,
          run: () => start.mutate({ job_id: jobId.current, school_id: school, file_name: fileName, rows }),
          failure: start.error ? { title: 'Nothing was imported', words: messageOf(start.error) } : undefined,
          buttons: (
            <Button variant="default" onClick={onColumns} disabled={start.isPending}>
              Match columns
            </Button>
          ),
          hint:
            counts.ok === 0
              ? 'No row is ready. Correct the file and choose it again.'
              : 'Rows that are not ready are left out, each with its reason in the report. Students are notified once.',
        },
        onStartOver,
      }}
    />
  )
}

function columnsOf(rowOf: ReadonlyMap<number, HoursRow>): Column<JudgedHoursRow>[] {
  const cell = (field: keyof HoursRow) => (one: JudgedHoursRow) => rowOf.get(one.line)?.[field] || '–'
  return [
    {
      key: 'verdict',
      title: 'Result',
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
}
