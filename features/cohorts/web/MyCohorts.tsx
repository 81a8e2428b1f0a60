import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { howMany } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { cohorts } from './queries.ts'

/** The cohort a student is in, or those a proctor advises, with links; renders nothing without one. */
export function MyCohorts({ isStudent }: { isStudent: boolean }): ReactNode {
  const { data } = useQuery(cohorts.mine.queryOptions({ input: {} }))
  if (!data || data.length === 0) return null
  return (
    <PageSection title={isStudent ? 'Your cohort' : 'Cohorts you advise'}>
      <KeyValue
        items={data.map(({ id, name, student_count, expected_graduation }) => ({
          label: isStudent
            ? `Graduates ${formatDate(expected_graduation)}`
            : howMany(student_count ?? 0, 'student'),
          value: <Link href={`/school/cohorts/${id}`}>{name}</Link>,
        }))}
      />
    </PageSection>
  )
}
