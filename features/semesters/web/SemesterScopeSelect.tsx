import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { ALL_SEMESTERS } from '../rules.ts'
import type { SemesterScope } from './use-semester-scope.ts'

interface SemesterScopeSelectProps {
  scope: SemesterScope
  /** A prefix if the select is about something other than the page's list: "Shifts: ". */
  about?: string
}

/** Shows which semester the page is filtered by, and offers the others and all of them. */
export function SemesterScopeSelect({ scope, about = '' }: SemesterScopeSelectProps): ReactNode {
  const { semesters, id, isKnown, choose } = scope
  if (!semesters && !scope.query.isError) return null
  return (
    <NativeSelect
      aria-label="Semester"
      value={isKnown ? (id ?? ALL_SEMESTERS) : ''}
      data={[
        { value: ALL_SEMESTERS, label: `${about}All semesters` },
        ...(semesters ?? []).map((semester) => ({ value: semester.id, label: `${about}${semester.name}` })),
      ]}
      onChange={({ currentTarget }) => choose(currentTarget.value, true)}
      maw={240}
    />
  )
}
