import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedState } from '#ui/FailedState.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { IncidentList } from './Incidents.tsx'
import { reports } from './queries.ts'

/** The incidents on a shift for the facility's incident lead; renders nothing for anyone else there. */
export function FacilityIncidents({ shiftId }: { shiftId: string }): ReactNode {
  const query = useQuery(reports.incidentsAtFacility.queryOptions({ input: { shift_id: shiftId } }))
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Incidents couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (!query.data || query.data.length === 0) return null
  return (
    <PageSection
      title="Incidents"
      description="You’re reading this as the incident lead. Students are named where they released their name to you."
    >
      <IncidentList incidents={query.data} />
    </PageSection>
  )
}
