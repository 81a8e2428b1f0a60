import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { EvaluationRow } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { formAddress } from './addresses.ts'
import { EvaluationBadge } from './EvaluationBadge.tsx'
import classes from './EvaluationForm.module.css'
import { OneEvaluation } from './OneEvaluation.tsx'
import { evaluations } from './queries.ts'

const few = 8
const addressOf = ({ shift_id: shift, student_id: student, kind, id }: EvaluationRow): string =>
  shift ? formAddress(shift, student, kind) : `/proctor/dashboard?evaluation=${id}`

/** The shift, or when a midterm or final is due: it is about no shift in particular. */
const about = ({ kind, location, date, due_at: due }: EvaluationRow): string =>
  kind !== 'shift' && due
    ? `Due ${formatDate(dayHere(due), 'weekday')}`
    : [location, date && formatDate(date)].filter(Boolean).join(', ')

/** The evaluations that an instructor has to write, by due date. */
export function EvaluationsDue(): ReactNode {
  const [most, setMost] = useState(few)
  const input = { show: 'to_write', page: 1, ...(most > few && { page_size: most }) } as const
  const { data } = useQuery({
    ...evaluations.list.queryOptions({ input }),
    placeholderData: keepPreviousData,
  })
  const total = data?.total ?? 0
  return (
    <ul className={classes.plain}>
      {(data?.rows ?? []).slice(0, most).map((row) => (
        <li key={row.id}>
          <Link href={addressOf(row)}>{`${row.student_name}, ${kindLabels[row.kind].toLowerCase()}`}</Link>
          <span>{about(row)}</span>
          <EvaluationBadge row={row} />
        </li>
      ))}
      {total > most && most === few && (
        <li>
          <PlainButton variant="default" onClick={() => setMost(100)}>
            {`Show ${total > 100 ? 'the first 100 of' : 'all'} ${total}`}
          </PlainButton>
        </li>
      )}
    </ul>
  )
}

/** The evaluation that a notification links to. */
export function NamedEvaluation({ id }: { id: string }): ReactNode {
  return (
    <>
      <LinkButton variant="default" href="/proctor/dashboard">
        Back to your dashboard
      </LinkButton>
      <OneEvaluation id={id} />
    </>
  )
}
