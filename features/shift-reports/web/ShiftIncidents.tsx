import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { FailedState } from '#ui/FailedState.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { IncidentForm, IncidentList } from './Incidents.tsx'
import { reports } from './queries.ts'

/** The incidents on a shift that has begun, for its school: help must not wait for the report at the end. */
export function ShiftIncidents({ shiftId }: { shiftId: string }): ReactNode {
  const { role } = useMe()
  const query = useQuery(reports.incidentsOnShift.queryOptions({ input: { shift_id: shiftId } }))
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Incidents couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (!query.data) return null
  const { incidents, students } = query.data
  return (
    <PageSection
      title="Incidents"
      description="An injury, an exposure, an error or a near miss. Your school is notified at once."
    >
      <IncidentList incidents={incidents} mayClose={role !== 'proctor'} />
      <IncidentForm shiftId={shiftId} students={students} />
    </PageSection>
  )
}
