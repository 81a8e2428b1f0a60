import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SemesterScope } from '#features/semesters/web/public.ts'
import { shifts } from '#features/shifts/web/public.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { Figures } from './Figures.tsx'
import { withSemester } from './SchoolQueue.tsx'

type SchoolTotalsProps = {
  schoolId: string
  scope: SemesterScope
  figures: { students: number; proctors: number; open_invitations: number }
}

/** The school in numbers: its people, what facilities have not answered, and how many seats are open. */
export function SchoolTotals({ schoolId, scope, figures }: SchoolTotalsProps): ReactNode {
  const { data } = useQuery({
    ...shifts.summary.queryOptions({
      input: { school_id: schoolId, ...(scope.id && { semester_id: scope.id }) },
    }),
    ...freshOnMount,
    enabled: scope.isKnown,
  })
  const of = scope.semester?.name ?? 'all semesters'
  return (
    <Figures
      label="The school at a glance"
      figures={[
        { label: 'Students', value: figures.students, href: '/school/students?status=active' },
        { label: 'Proctors', value: figures.proctors, href: '/school/students?view=proctors&status=active' },
        {
          label: 'Open invitations',
          value: figures.open_invitations,
          href: '/school/students?view=invitations&status=open',
        },
        ...(data
          ? [
              {
                label: `Waiting on facilities, ${of}`,
                value: data.needs_answer,
                href: withSemester('/shifts?needs=answer', scope),
              },
              {
                label: `Open seats, ${of}`,
                value: data.free_seats,
                href: withSemester('/shifts?state=published', scope),
              },
            ]
          : []),
      ]}
    />
  )
}
