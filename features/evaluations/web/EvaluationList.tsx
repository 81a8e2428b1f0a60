import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import type { EvaluationRow } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { EvaluationBadge, resultWords } from './EvaluationBadge.tsx'
import { evaluations } from './queries.ts'

type ListProps = {
  label: string
  show: 'to_write' | 'written' | 'about_me' | 'queue' | 'settled'
  page: number
  onPage: (page: number) => void
  hrefOf: (row: EvaluationRow) => string
  empty: { title: string; description: string }
}

const when = ({ date, semester_name: semester, kind }: EvaluationRow): string =>
  (kind === 'shift' ? date && formatDate(date, 'weekday') : semester) ?? '—'

/** A page of evaluations: whose, by whom, what kind, how far, and what it came to. */
export function EvaluationList({ label, show, page, onPage, hrefOf, empty }: ListProps): ReactNode {
  const query = useQuery({
    ...evaluations.list.queryOptions({ input: { show, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <ListTable<EvaluationRow>
      label={label}
      query={query}
      failedTitle="The evaluations could not be loaded"
      rows={query.data?.rows}
      columns={show === 'about_me' ? columns.filter(({ key }) => key !== 'student') : columns}
      rowKey={({ id }) => id}
      rowLabel={(row) => `${kindLabels[row.kind]} evaluation of ${row.student_name}`}
      rowHref={hrefOf}
      page={page}
      pageSize={25}
      onPageChange={onPage}
      empty={empty}
    />
  )
}

const columns: readonly Column<EvaluationRow>[] = [
  { key: 'student', title: 'Student', render: (row) => row.student_name },
  {
    key: 'kind',
    title: 'Kind',
    render: (row) =>
      [row.project_id && 'Capstone', kindLabels[row.kind], row.is_self && 'by yourself']
        .filter(Boolean)
        .join(', '),
  },
  { key: 'by', title: 'By', render: (row) => row.evaluator_name },
  { key: 'when', title: 'When', render: when },
  { key: 'result', title: 'Result', render: resultWords },
  {
    key: 'status',
    title: 'Status',
    render: (row) => <EvaluationBadge row={row} />,
  },
]
