import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Leave } from '../contract.ts'
import { firstDayBack, leaveBadge, leaveDaysWords, leaveReasonLabels, leaveStatusLabels } from '../rules.ts'
import { leaves } from './queries.ts'
import { useLeaveActions } from './use-leave-actions.tsx'

const isOpen = ({ status }: Leave): boolean => status === 'planned' || status === 'on_leave'
/** The leave in progress, else the next one: the earliest. */
const openOf = (all: readonly Leave[] | undefined): Leave | null => all?.findLast(isOpen) ?? null

/** "On leave until Mar 3" next to a student's name; renders nothing without a leave. */
export function LeaveBadge({ studentId }: { studentId: string }): ReactNode {
  const { data } = useQuery(leaves.ofStudent.queryOptions({ input: { student_id: studentId } }))
  const leave = openOf(data?.leaves)
  if (!leave) return null
  const isNow = leave.status === 'on_leave'
  return <StateBadge state={isNow ? 'on_hold' : 'upcoming'} label={leaveBadge(leave, isNow)} />
}

const states: Record<Leave['status'], string> = {
  planned: 'upcoming',
  on_leave: 'on_hold',
  returned: 'completed',
  canceled: 'cancelled',
}

/** A student's leaves of absence, for the school: the current one with its actions, and earlier ones. */
export function StudentLeaves({ student }: { student: { id: string; full_name: string } }): ReactNode {
  const query = useQuery(leaves.ofStudent.queryOptions({ input: { student_id: student.id } }))
  const leave = openOf(query.data?.leaves)
  const today = query.data?.today
  const kit = useLeaveActions(today)
  return (
    <PageSection
      title="Leave of absence"
      description="A student on leave keeps their account and hours but can’t take seats."
      actions={query.data && kit.buttonsOf({ ...student, leave })}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={2} />}
        failedTitle="The leaves of absence couldn’t be loaded"
        isEmpty={({ leaves: all }) => all.length === 0}
        empty={{ compact: true, title: 'No leave recorded' }}
      >
        {({ leaves: all }) => (
          <Timeline
            label="Leaves of absence"
            events={all.map((one) => ({
              id: one.id,
              title: `${leaveStatusLabels[one.status]}: ${leaveDaysWords(one)}`,
              ...(one.recorded_by_name && { by: `Recorded by ${one.recorded_by_name}` }),
              at: one.created_at,
              note: <About leave={one} studentId={student.id} />,
              state: states[one.status],
            }))}
          />
        )}
      </Loaded>
      {kit.dialog}
    </PageSection>
  )
}

/** The reason, what the leave freed, and after the return a link to the hours still required. */
function About({ leave, studentId }: { leave: Leave; studentId: string }): ReactNode {
  const { reason, note, freed, status } = leave
  const back = firstDayBack(leave)
  return (
    <>
      <Text size="sm">{[leaveReasonLabels[reason], note].filter(Boolean).join('. ')}</Text>
      {freed > 0 && (
        <Text size="sm" c="dimmed">
          {freed === 1 ? '1 seat or request was freed.' : `${freed} seats, requests, and days were freed.`}
        </Text>
      )}
      {status === 'returned' && (
        <Text size="sm">
          Back since {formatDate(back!)}.{' '}
          <Link href={`/school/student-progress?student=${studentId}`}>Hours still required</Link>
        </Text>
      )}
    </>
  )
}
