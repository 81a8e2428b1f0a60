import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { EvaluationRow } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { EvaluationBadge } from './EvaluationBadge.tsx'
import classes from './EvaluationForm.module.css'
import { OneEvaluation } from './OneEvaluation.tsx'
import { evaluations } from './queries.ts'

const few = 8
const addressOf = ({ shift_id: shift, student_id: student, kind, id }: EvaluationRow): string =>
  shift
    ? `/shift/${shift}/evaluate/${student}${kind === 'shift' ? '' : `?kind=${kind}`}`
    : `/proctor/dashboard?evaluation=${id}`

/** The evaluations that an instructor has to write, the next due first; or the one that a notification leads to. */
export function EvaluationsDue(): ReactNode {
  const { evaluation } = useSearch({ strict: false }) as { evaluation?: string }
  const query = useQuery(evaluations.list.queryOptions({ input: { show: 'to_write', page: 1 } }))
  if (evaluation)
    return (
      <>
        <LinkButton variant="default" href="/proctor/dashboard">
          Back to your dashboard
        </LinkButton>
        <OneEvaluation id={evaluation} />
      </>
    )
  const { rows = [], total = 0 } = query.data ?? {}
  if (total === 0) return null
  return (
    <PageSection title={total === 1 ? 'One evaluation to write' : `${total} evaluations to write`}>
      <ul className={classes.plain}>
        {rows.slice(0, few).map((row) => (
          <li key={row.id}>
            <Link href={addressOf(row)}>{`${row.student_name}, ${kindLabels[row.kind].toLowerCase()}`}</Link>
            <span>{[row.place, row.date && formatDate(row.date)].filter(Boolean).join(', ')}</span>
            <EvaluationBadge row={row} />
          </li>
        ))}
      </ul>
    </PageSection>
  )
} // prettier-ignore
