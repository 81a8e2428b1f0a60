import { begunStates, type ShiftStatus } from '#core/shift-statuses.ts'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { attendanceContract } from '#features/attendance/contract.ts'
import { isAway } from '#features/attendance/rules.ts'
import { featureApi } from '#platform/web/api.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { EvaluationRow } from '../contract.ts'
import { isOpenEvaluation, leftToEvaluate } from '../rules.ts'
import { EvaluationBadge } from './EvaluationBadge.tsx'
import classes from './EvaluationForm.module.css'
import { evaluations } from './queries.ts'

type Shift = { id: string; status: ShiftStatus }
const attendance = featureApi<typeof attendanceContract>('attendance')

/** On the page of a shift that has begun: its instructor evaluates the students who came, and students evaluate themselves. */
export function ShiftEvaluations({ shift }: { shift: Shift }): ReactNode {
  const { role } = useMe()
  if (!begunStates.includes(shift.status)) return null
  if (role === 'proctor') return <Students shift={shift} />
  return role === 'student' ? (
    <Group>
      <LinkButton variant="default" href={`/student/progress?self=${shift.id}`}>
        Evaluate yourself
      </LinkButton>
      <LinkButton variant="default" href="/student/progress?feedback=give">
        Give feedback
      </LinkButton>
    </Group>
  ) : null
}

/** A voided or returned evaluation has to be written again. */
const isSettled = ({ status, is_superseded: isOld }: EvaluationRow): boolean =>
  !isOld && status !== 'voided' && !isOpenEvaluation(status)

function Students({ shift }: { shift: Shift }): ReactNode {
  const query = useQuery({
    ...attendance.forShift.queryOptions({ input: { shift_id: shift.id } }),
    staleTime: 0,
  })
  const written = useQuery({
    ...evaluations.list.queryOptions({ input: { show: 'written', shift_id: shift.id, page: 1 } }),
    staleTime: 0,
  })
  const here = (query.data?.rows ?? []).filter(({ status }) => !isAway(status))
  if (here.length === 0 || written.isPending) return null
  const submitted = new Map(written.data?.rows.filter(isSettled).map((row) => [row.student_id, row]))
  const left = here.filter(({ student_id: id }) => !submitted.has(id)).length
  return (
    <PageSection title="Evaluations" description={leftToEvaluate(left, here.length)}>
      <ul className={classes.plain}>
        {here.map((row) => {
          const evaluation = submitted.get(row.student_id)
          const href = `/shift/${shift.id}/evaluate/${row.student_id}`
          return (
            <li key={row.id}>
              {evaluation ? (
                <Group gap="xs">
                  <Link href={href}>{`Evaluation of ${row.full_name}`}</Link>
                  <EvaluationBadge row={evaluation} />
                </Group>
              ) : (
                <Link href={href}>{`Evaluate ${row.full_name}`}</Link>
              )}
            </li>
          )
        })}
      </ul>
    </PageSection>
  )
}
