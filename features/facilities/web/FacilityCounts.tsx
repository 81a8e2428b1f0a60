import { IconBuildingHospital, IconCalendarEvent, IconStethoscope, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { FacilityDetail } from '../contract.ts'

/** Counts the facilities below this one, and the upcoming shifts. */
export function FacilityCounts({ detail: { facility, counts } }: { detail: FacilityDetail }): ReactNode {
  return (
    <StatGrid>
      {facility.kind === 'organization' && (
        <StatCard label="Sites" value={formatNumber(counts.sites)} icon={IconBuildingHospital} />
      )}
      {facility.kind !== 'unit' && (
        <StatCard label="Units" value={formatNumber(counts.units)} icon={IconStethoscope} />
      )}
      <StatCard
        label="Students per shift"
        value={formatNumber(counts.students_per_shift)}
        hint={facility.kind === 'unit' ? undefined : 'In all active units together'}
        icon={IconUsers}
      />
      <StatCard
        label="Upcoming shifts"
        value={formatNumber(counts.upcoming_shifts)}
        icon={IconCalendarEvent}
      />
    </StatGrid>
  )
}
