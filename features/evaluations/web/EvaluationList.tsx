import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { ExportRows } from '#platform/web/kit/ExportRows.tsx'
import { retryUntilAllReached } from '#platform/web/retry-until-all-reached.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { toast } from '#ui/toast.ts'
import type { EvaluationRow } from '../contract.ts'
import { inQueue, isReadyToVerify, kindLabels } from '../rules.ts'
import { EvaluationBadge, evaluationWords, resultWords } from './EvaluationBadge.tsx'
import { calls, evaluations, touches } from './queries.ts'

type ListProps = {
  label: string
  show: 'to_write' | 'written' | 'about_me' | 'asked' | 'queue' | 'settled'
  page: number
  /** Only this semester, or all of them. */
  semester?: string | undefined
  onPage: (page: number, isGone?: boolean) => void
  hrefOf: (row: EvaluationRow) => string
  empty: { title: string; description: string }
}

/** The semester of a midterm or final; students and instructors read no names of past ones, only when it was submitted. */
const when = ({ date, semester_name: semester, kind, submitted_at: at }: EvaluationRow): string => {
  if (kind === 'shift') return (date && formatDate(date, 'weekday')) ?? '—'
  return semester ?? (at ? formatDate(dayHere(at), 'weekday') : '—')
}

/** A page of evaluations with student, evaluator, kind, status and result. */
export function EvaluationList({ label, show, page, semester, onPage, hrefOf, empty }: ListProps): ReactNode {
  const query = useQuery({
    ...evaluations.list.queryOptions({ input: { show, page, ...(semester && { semester_id: semester }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const selection = useVerification(query.data?.rows)
  return (
    <ListTable<EvaluationRow>
      label={label}
      query={query}
      failedTitle="The evaluations couldn’t be loaded"
      rows={query.data?.rows}
      columns={columnsOf(show)}
      rowKey={({ id }) => id}
      rowLabel={(row) => `${kindLabels[row.kind]} evaluation of ${row.student_name}`}
      rowHref={hrefOf}
      {...(show === 'queue' && { selection })}
      page={page}
      pageSize={25}
      onPageChange={onPage}
      empty={empty}
    />
  )
}

/** Exports all evaluations of a list, including its other pages. */
export function ExportEvaluations({ show, semester }: Pick<ListProps, 'show' | 'semester'>): ReactNode {
  return (
    <ExportRows<EvaluationRow>
      name="evaluations"
      rows={(asFile, every) =>
        every((page) =>
          evaluations.list.call({ show, ...page, ...(semester && { semester_id: semester }) }, asFile),
        )
      }
      columns={columnsOf(show)}
      rowKey={({ id }) => id}
    />
  )
}

/** The most evaluations in one call. */
const AT_ONCE = 100

/** Verifies several evaluations at once, if they pass every check; the others must be opened. */
export function useVerification(rows: readonly EvaluationRow[] | undefined) {
  // With the rows of other pages, which stay selected.
  const [before, select] = useState<readonly EvaluationRow[]>([])
  const verify = useMutation({
    mutationFn: async (input: { rows: { id: string; version: number }[] }) =>
      retryUntilAllReached(input, calls.verifyMany),
    meta: { failed: 'The evaluations were not verified', touches },
    onSuccess: (verified, { rows: sent }) => {
      toast.success(
        verified === sent.length ? 'Evaluations verified' : `${verified} of ${sent.length} verified`,
      )
      select((now) => now.filter(({ id }) => !sent.some((one) => one.id === id)))
    },
  })
  const newest = new Map([...before, ...(rows ?? [])].map((row) => [row.id, row]))
  const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => newest.get(id) ?? [])
  const selected = before.map(({ id }) => id)
  const chosen = rowsOf(selected)
  const opens = chosen.filter((row) => !isReadyToVerify(row)).length
  const ready = chosen.filter(isReadyToVerify).slice(0, AT_ONCE)
  return {
    selected,
    onChange: (ids: string[]) => select(rowsOf(ids)),
    actions: (
      <>
        <Button
          size="compact-sm"
          loading={verify.isPending}
          disabled={ready.length === 0}
          onClick={() => verify.mutate({ rows: ready.map(({ id, version }) => ({ id, version })) })}
        >
          {`Verify ${ready.length}`}
        </Button>
        {opens > 0 && <span>{`${opens} to open first`}</span>}
      </>
    ),
  }
}

const columns: readonly Column<EvaluationRow>[] = [
  { key: 'student', title: 'Student', render: (row) => row.student_name },
  {
    key: 'kind',
    title: 'Kind',
    render: (row) =>
      [row.project_id && 'Capstone', kindLabels[row.kind], row.is_self && 'self-evaluation']
        .filter(Boolean)
        .join(', '),
  },
  { key: 'by', title: 'By', render: (row) => row.evaluator_name },
  {
    key: 'when',
    title: 'When',
    text: (row) => (row.kind === 'shift' && row.date) || when(row),
    render: when,
  },
  {
    key: 'result',
    title: 'Result',
    render: (row) =>
      row.failed_checks.length > 0 && inQueue.some((one) => one === row.status)
        ? `${resultWords(row)} · ${row.failed_checks.length === 1 ? '1 check' : `${row.failed_checks.length} checks`} not passed`
        : resultWords(row),
  },
  {
    key: 'status',
    title: 'Status',
    text: evaluationWords,
    render: (row) => <EvaluationBadge row={row} />,
  },
]

const dueColumn: Column<EvaluationRow> = {
  key: 'due',
  title: 'Due',
  text: ({ due_at: at }) => at && dayHere(at),
  render: ({ due_at: at }) => (at ? formatDate(dayHere(at), 'weekday') : '—'),
}

/** One's own need no name; those that are not written have a due date, and no result. */
const columnsOf = (show: ListProps['show']): readonly Column<EvaluationRow>[] => {
  if (show === 'asked') return columns.map((column) => (column.key === 'result' ? dueColumn : column))
  return show === 'about_me' ? columns.filter(({ key }) => key !== 'student') : columns
}
