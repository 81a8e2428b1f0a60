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
import classes from './EvaluationForm.module.css'

type Shift = { id: string; status: string }
const attendance = featureApi<typeof attendanceContract>('attendance')
const begun = ['in_progress', 'completed', 'closed']

/** On the page of a shift that has begun: its instructor evaluates who came, a student themself. */
export function ShiftEvaluations({ shift }: { shift: Shift }): ReactNode {
  const { role } = useMe()
  if (!begun.includes(shift.status)) return null
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

function Students({ shift }: { shift: Shift }): ReactNode {
  const query = useQuery({
    ...attendance.forShift.queryOptions({ input: { shift_id: shift.id } }),
    staleTime: 0,
  })
  const here = (query.data?.rows ?? []).filter(({ status }) => !isAway(status))
  if (here.length === 0) return null
  return (
    <PageSection title="Evaluations" description="About three minutes each. Begin with one, then copy it to the group.">
      <ul className={classes.plain}>
        {here.map((row) => (
          <li key={row.id}>
            <Link href={`/shift/${shift.id}/evaluate/${row.student_id}`}>{`Evaluate ${row.full_name}`}</Link>
          </li>
        ))}
      </ul>
    </PageSection>
  )
} // prettier-ignore
