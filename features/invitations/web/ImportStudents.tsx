import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { isEmail } from '#core/email.ts'
import { formatNumber } from '#core/number-text.ts'
import { visibleText } from '#core/visible-text.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { asUpload } from '#platform/web/api.ts'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { ImportScreen, rowsFilters } from '#platform/web/kit/ImportScreen.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useOwnList } from '#platform/web/kit/use-list.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ImportRow, InviteeFact, KnownCohort, Verdict } from '../contract.ts'
import {
  columnLabels,
  type Columns,
  columnsProblem,
  countVerdicts,
  headingKey,
  headingsOf,
  type ImportField,
  importColumns,
  fillCohort,
  importLimits,
  matchColumns,
  namesNoCohort,
  readTable,
  rowEmail,
  type ReadTable,
  type RowVerdict,
  verdictLabels,
  verdictsOf,
} from '../rules.ts'
import { invitations } from './queries.ts'
import { readFile } from './read-file.ts'
import { SendingReport } from './SendingReport.tsx'
import { UnknownCohorts, WithoutCohort } from './UnknownCohorts.tsx'

/** Rows left out have no verdict. */
const shownLabels = { ...verdictLabels, out: 'Left out' }
const filters = rowsFilters(shownLabels)

/** A row left out keeps its line number and has no verdict. */
type Line = { row: ImportRow; verdict: RowVerdict | null }

const badgeOf: Record<Verdict | 'out', string> = {
  ok: 'active',
  invalid: 'failed',
  duplicate: 'returned',
  member: 'completed',
  invited: 'invited',
  elsewhere: 'locked',
  too_often: 'inactive',
  no_cohort: 'failed',
  out: 'inactive',
}

/** The rows read, with those that another system's reader left out (row → why) and its notes on the files. */
type Roster = ReadTable & {
  leftOut?: Record<number, string>
  notes?: string[]
  /** The file's cells, if its columns can be chosen. */
  table?: readonly (readonly string[])[]
}
export type ImportStudentsProps = {
  /** Reads files other than a single plain CSV, several at once; provided by a feature that depends on this one. */
  read?: (files: readonly File[]) => Promise<Roster>
}

/** Invites many students from a file: read, review and correct the rows, then send the ready ones at once. */
export function ImportStudents({ read: readOthers }: ImportStudentsProps): ReactNode {
  const schoolId = useSchoolId()
  const [rows, setRows] = useState<ImportRow[]>()
  const [roster, setRoster] = useState<Roster>()
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<{ jobId: string; results: ReadonlyMap<number, string> }>()
  const check = useMutation({
    ...invitations.check.mutationOptions(asUpload),
    meta: { quiet: true },
    retry: false,
  })
  const remember = useMutation({
    ...invitations.rememberColumns.mutationOptions(),
    meta: { failed: 'Your choice of columns could not be remembered', touches: [invitations.columns.key()] },
  })
  const [facts, setFacts] = useState<Record<string, InviteeFact>>({})
  const [cohorts, setCohorts] = useState<KnownCohort[]>()
  /** The file whose columns the user is choosing. */
  const [choosing, setChoosing] = useState<{ roster: Roster; columns: Columns }>()
  const client = useQueryClient()
  // The user can choose the file again, but would lose corrections to its rows.
  const isCorrected = rows !== undefined && rows !== roster?.rows && !sent
  useBlocker({
    shouldBlockFn: async () => isCorrected && !(await confirmDiscard()),
    enableBeforeUnload: () => isCorrected,
  })

  /** Loads what is known of addresses, and the cohorts; skips addresses already known. */
  const learn = async (of: ImportRow[]) => {
    const emails = [...new Set(of.map(rowEmail))].filter((email) => isEmail(email) && !(email in facts))
    const answer = await check.mutateAsync({ school_id: schoolId!, emails })
    setFacts((known) => ({ ...known, ...answer.facts }))
    setCohorts(answer.cohorts)
  }
  const show = async (read: Roster) => {
    setChoosing(undefined)
    if (read.problem) return setProblem(read.problem)
    setRows(read.rows)
    setRoster(read)
    await learn(read.rows).catch(() => {})
  }
  const take = async (files: File[]) => {
    const [file] = files
    if (!file) return
    setProblem(undefined)
    const read: Roster = readOthers ? await readOthers(files) : await readFile(file)
    const found = read.table && headingsOf(read.table)
    if (!found || !read.table || (read.problem && !read.needsColumns)) return show(read)
    // If the saved choices can't be loaded, the user chooses again.
    const { columns: remembered } = await client
      .fetchQuery(invitations.columns.queryOptions({ input: { school_id: schoolId! } }))
      .catch(() => ({ columns: {} }))
    const columns = matchColumns(found.headings, remembered)
    const again: Roster = { ...read, ...readTable(read.table, columns), table: read.table }
    if (columnsProblem(columns)) return setChoosing({ roster: again, columns })
    await show(again)
  }
  const choose = async (read: Roster, columns: Columns) => {
    const { headings = [] } = headingsOf(read.table!) ?? {}
    const chosen = headings.flatMap((heading, at) => {
      const key = headingKey(heading).slice(0, 120)
      return key === '' ? [] : [[key, columns[at] ?? null] as const]
    })
    remember.mutate({ school_id: schoolId!, columns: Object.fromEntries(chosen) })
    await show({ ...read, ...readTable(read.table!, columns), table: read.table! })
  }
  const startOver = () => {
    setRows(undefined)
    setSent(undefined)
    setChoosing(undefined)
    setFacts({})
    check.reset()
  }

  if (!schoolId) return <Banner kind="warning">Choose the school you work in first.</Banner>
  if (sent && rows) return <SendingReport {...sent} rows={rows} onAgain={startOver} />
  const headings = choosing && headingsOf(choosing.roster.table!)
  if (choosing && headings)
    return (
      <ImportScreen
        step={{
          at: 'columns',
          ...headings,
          labels: columnLabels,
          problemOf: columnsProblem,
          columns: choosing.columns,
          onChosen: (columns) => void choose(choosing.roster, columns),
          onStartOver: startOver,
          children:
            'We couldn’t recognize every column. An email column and the students’ names are required; everything else is optional. We’ll remember your choices for your school’s next file.',
        }}
      />
    )
  if (!rows || !roster)
    return (
      <ChooseFile onTake={(files) => void take(files)} problem={problem} fromCanvas={Boolean(readOthers)} />
    )
  return (
    <Preview
      schoolId={schoolId}
      rows={rows}
      roster={roster}
      facts={facts}
      cohorts={cohorts}
      checking={check}
      onColumns={
        roster.table &&
        (() => {
          const found = headingsOf(roster.table!)
          if (found) setChoosing({ roster, columns: matchColumns(found.headings) })
        })
      }
      onRows={setRows}
      onLearn={(of) => void learn(of).catch(() => {})}
      onStartOver={startOver}
      onSent={(jobId, results) => setSent({ jobId, results })}
    />
  )
}

type ChooseFileProps = {
  onTake: (files: File[]) => void
  problem: string | undefined
  fromCanvas: boolean
}

function ChooseFile({ onTake, problem, fromCanvas }: ChooseFileProps) {
  const example = ['jordan.lee@school.edu', 'Jordan', 'Lee', '0042', 'Fall 2026', 'BSN', '414 555 0100']
  return (
    <ImportScreen
      step={{
        at: 'file',
        title: 'Choose a file',
        label: fromCanvas ? 'CSV or Excel files' : undefined,
        isMultiple: fromCanvas,
        description: `At most ${formatNumber(importLimits.rows)} rows and 1 MB.`,
        maxBytes: importLimits.bytes,
        onTake,
        problem,
        template: {
          filename: 'placewell-students-template.csv',
          headings: importColumns.map(({ field }) => field),
          example,
        },
        children: (
          <>
            <Text size="sm" maw={680}>
              A CSV or Excel file with one student per row. The first row names the columns: an email address
              and the student’s name (in one column or two), and optionally student ID, cohort, program and
              phone. If we don’t recognize a column, you can match it. Nothing is sent until you review every
              row.
            </Text>
            {fromCanvas && (
              <Text size="sm" maw={680}>
                From Canvas: the files of its SIS export, <b>users.csv</b> and <b>enrollments.csv</b>{' '}
                together. Teachers, deleted users and people who are not enrolled are left out, each with the
                reason.
              </Text>
            )}
          </>
        ),
      }}
    />
  )
}

type PreviewProps = {
  schoolId: string
  rows: ImportRow[]
  roster: Roster
  facts: Record<string, InviteeFact>
  /** The school's cohorts, once loaded. */
  cohorts: readonly KnownCohort[] | undefined
  /** Chooses the columns again, if that is possible. */
  onColumns: (() => void) | undefined
  checking: { isPending: boolean; error: Error | null; variables: { emails: string[] } | undefined }
  onRows: (rows: ImportRow[]) => void
  onLearn: (of: ImportRow[]) => void
  onStartOver: () => void
  /** `results` has what is known of every row, including rows that aren't sent. */
  onSent: (jobId: string, results: ReadonlyMap<number, string>) => void
}

function Preview({
  schoolId,
  rows,
  roster: { ignored, leftOut = {}, notes = [] },
  facts,
  cohorts,
  onColumns,
  checking,
  onRows,
  onLearn,
  onStartOver,
  onSent,
}: PreviewProps) {
  const [out, setOut] = useState<ReadonlySet<number>>(() => new Set(Object.keys(leftOut).map(Number)))
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set())
  const list = useOwnList(filters, { sorts: ['line'], hasOwnOrder: true, pageSize: 50 })
  const { search = '', verdict: shown } = list.filter
  const tick = usePatientTick()
  const [message, setMessage] = useState('')

  const lines = useMemo<Line[]>(() => {
    const taken = rows.filter(({ line }) => !out.has(line))
    const verdicts = verdictsOf(taken, facts, cohorts)
    const verdictOf = new Map(taken.map(({ line }, at) => [line, verdicts[at]!]))
    return rows.map((row) => ({ row, verdict: verdictOf.get(row.line) ?? null }))
  }, [rows, out, facts, cohorts])
  const counts = countVerdicts(lines.flatMap(({ verdict }) => verdict ?? []))
  const unknown = new Map<string, number>()
  for (const { row, verdict } of lines) {
    const name = visibleText(row.cohort)
    if (verdict?.verdict === 'no_cohort') unknown.set(name, (unknown.get(name) ?? 0) + 1)
  }
  const words = search.trim().toLowerCase()
  const found = lines.filter(
    ({ row, verdict }) =>
      // A row being edited stays visible, whatever its verdict becomes.
      editing.has(row.line) ||
      ((!shown || (shown === 'out' ? !verdict : verdict?.verdict === shown)) &&
        (words === '' ||
          `${row.email} ${row.first_name} ${row.last_name} ${row.student_id}`.toLowerCase().includes(words))),
  )
  const here = pageOfRows(found, list)

  const send = useMutation({
    ...invitations.startImport.mutationOptions(asUpload),
    meta: { quiet: true },
    onSuccess: ({ job_id: jobId }) =>
      onSent(
        jobId,
        new Map(
          lines.map(({ row, verdict }) => [row.line, verdict ? verdictLabels[verdict.verdict] : 'Left out']),
        ),
      ),
  })
  const idOf = useContentId()
  const submit = () => {
    const sent = lines.flatMap(({ row, verdict }) => (verdict?.verdict === 'ok' ? [row] : []))
    send.mutate({ job_id: idOf([sent, message]), school_id: schoolId, rows: sent, message, ...tick.sent })
  }

  const change = (line: number, field: ImportField, value: string) =>
    onRows(rows.map((row) => (row.line === line ? { ...row, [field]: value } : row)))
  const toggled = (set: ReadonlySet<number>, line: number) => {
    const next = new Set(set)
    if (!next.delete(line)) next.add(line)
    return next
  }
  const finish = (line: number) => {
    setEditing(toggled(editing, line))
    onLearn(rows.filter((row) => row.line === line))
  }

  const cell = (field: ImportField, label: string) => (line: Line) =>
    editing.has(line.row.line) ? (
      <EditCell
        label={`${label}, row ${line.row.line}`}
        value={line.row[field]}
        error={line.verdict?.fields[field]}
        wide={field === 'email'}
        onChange={(value) => change(line.row.line, field, value)}
        onDone={() => finish(line.row.line)}
      />
    ) : (
      line.row[field] || '–'
    )
  const columns: Column<Line>[] = [
    {
      key: 'verdict',
      title: 'Verdict',
      width: 260,
      render: ({ row, verdict }) => (
        <div>
          <Group gap={8} wrap="nowrap">
            <Text size="xs" c="dimmed" miw={44}>
              Row {row.line}
            </Text>
            <StateBadge
              state={badgeOf[verdict?.verdict ?? 'out']}
              label={verdict ? verdictLabels[verdict.verdict] : 'Left out'}
            />
          </Group>
          {(verdict ? verdict.reason : leftOut[row.line]) && (
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
              {verdict ? verdict.reason : leftOut[row.line]}
            </Text>
          )}
          {verdict?.verdict === 'invalid' && !editing.has(row.line) && (
            <Anchor
              component="button"
              type="button"
              size="xs"
              aria-label={`Fix: row ${row.line}`}
              onClick={() => setEditing(toggled(editing, row.line))}
            >
              Fix
            </Anchor>
          )}
          {editing.has(row.line) && (
            <Anchor
              component="button"
              type="button"
              size="xs"
              aria-label={`Done: row ${row.line}`}
              onClick={() => finish(row.line)}
            >
              Done
            </Anchor>
          )}
        </div>
      ),
    },
    ...importColumns
      .filter(({ field, required }) => required || editing.size > 0 || rows.some((row) => row[field] !== ''))
      .map(({ field, label }) => ({ key: field, title: label, render: cell(field, label) })),
  ]
  const actions = useActions<Line>(
    [
      {
        id: 'done',
        label: 'Done',
        icon: IconCheck,
        isOffered: ({ row }) => editing.has(row.line),
        open: ([one]) => one && finish(one.row.line),
      },
      {
        id: 'edit',
        label: 'Edit',
        icon: IconPencil,
        isOffered: ({ row }) => !editing.has(row.line),
        blocker: ({ verdict }) => !verdict && 'Take it in first.',
        open: ([one]) => one && setEditing(toggled(editing, one.row.line)),
      },
      {
        id: 'include',
        label: 'Include',
        icon: IconArrowBackUp,
        isOffered: ({ verdict }) => !verdict,
        open: ([one]) => one && setOut(toggled(out, one.row.line)),
      },
      {
        id: 'skip',
        label: 'Skip',
        icon: IconTrash,
        isOffered: ({ verdict }) => verdict !== null,
        open: ([one]) => one && setOut(toggled(out, one.row.line)),
      },
    ],
    { nameOf: ({ row }) => `row ${row.line}`, idOf: ({ row }) => String(row.line) },
  )
  const isChecking = checking.isPending
  const inReview = counts.invalid + counts.duplicate + counts.no_cohort
  const label = `Send ${plural(counts.ok, 'invitation')}`

  return (
    <ImportScreen
      step={{
        at: 'rows',
        stats: [
          { label: 'Ready to send', value: counts.ok, hue: 'green' },
          { label: 'Needs review', value: inReview, hue: inReview > 0 ? 'red' : 'gray' },
          { label: 'Members or invited', value: counts.member + counts.invited },
          { label: 'Other school', value: counts.elsewhere },
        ],
        notices: (
          <>
            {ignored.length > 0 && (
              <Banner
                kind="info"
                title={`${plural(ignored.length, 'column')} not used`}
                action={
                  onColumns && (
                    <Button size="xs" variant="default" onClick={onColumns}>
                      Choose columns
                    </Button>
                  )
                }
              >
                {ignored.join(', ')}
              </Banner>
            )}
            {unknown.size > 0 && cohorts && (
              <UnknownCohorts
                schoolId={schoolId}
                unknown={[...unknown].map(([name, count]) => ({ name, rows: count }))}
                cohorts={cohorts}
                onChoose={(name, cohort) =>
                  onRows(rows.map((row) => (visibleText(row.cohort) === name ? { ...row, cohort } : row)))
                }
                onCreated={() => onLearn([])}
              />
            )}
            {cohorts && (
              <WithoutCohort
                rows={
                  lines.filter(({ row, verdict }) => verdict?.verdict === 'ok' && namesNoCohort(row)).length
                }
                cohorts={cohorts}
                onChoose={(cohort) => onRows(fillCohort(rows, cohort))}
              />
            )}
            {notes.length > 0 && (
              <Banner kind="info" title="What doesn’t match in these files">
                {notes.map((note) => (
                  <div key={note}>{note}</div>
                ))}
              </Banner>
            )}
            {checking.error && (
              <Banner
                kind="warning"
                live
                title="The addresses could not be compared with your school’s records"
                action={
                  <Button size="xs" variant="default" onClick={() => onLearn(rows)}>
                    Try again
                  </Button>
                }
              >
                {checking.error.message} We check every row again when you send.
              </Banner>
            )}
          </>
        ),
        list,
        counts: { ...counts, out: out.size },
        labels: shownLabels,
        all: rows.length,
        query: { data: lines, isError: false, isPending: isChecking, isPlaceholderData: isChecking },
        rows: here.rows,
        total: here.total,
        page: here.page,
        columns,
        rowKey: ({ row }) => String(row.line),
        hasFields: true,
        actions,
        onStartOver,
        commit: {
          title: 'Send',
          label,
          icon: IconSend,
          isPending: send.isPending,
          isDisabled: counts.ok === 0 || isChecking || editing.size > 0,
          run: submit,
          question: {
            title: `${label}?`,
            body: 'Each student gets an email with their own link. It works for 14 days.',
          },
          failure: send.error ? { title: 'Nothing was sent', words: send.error.message } : undefined,
          hint:
            editing.size > 0
              ? 'Finish the rows that are being edited first.'
              : counts.ok === 0
                ? 'No row is ready to be sent.'
                : counts.ok < rows.length
                  ? `${plural(rows.length - counts.ok, 'row')} will not be sent.`
                  : 'Every row will be sent.',
          children: (
            <FreeText
              tick={tick}
              sentAs="message"
              label="Message"
              description="Included in every email."
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
              maxLength={1000}
              autosize
              minRows={2}
              maw={640}
            />
          ),
        },
      }}
    />
  )
}

type EditCellProps = {
  label: string
  value: string
  error: string | undefined
  wide: boolean
  onChange: (value: string) => void
  onDone: () => void
}

function EditCell({ label, value, error, wide, onChange, onDone }: EditCellProps) {
  const input = useRef<HTMLInputElement>(null)
  const wasWrong = useRef(Boolean(error))
  // Editing focuses the first invalid field, or the address if there is none.
  useEffect(() => {
    if (wasWrong.current || wide) input.current?.focus()
  }, [wide])
  return (
    <TextInput
      ref={input}
      size="xs"
      aria-label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onDone()}
      miw={wide ? 200 : 110}
    />
  )
}

function plural(count: number, word: string): string {
  return `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`
}
