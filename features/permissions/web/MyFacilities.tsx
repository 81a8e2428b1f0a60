import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { facilityKindLabels } from '#core/facility-kinds.ts'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { EffectivePermission } from '../contract.ts'
import { permissions } from './queries.ts'

/** Where the signed-in person is a preceptor, and since when. */
export function MyFacilities(): ReactNode {
  const query = useQuery(permissions.mine.queryOptions())
  return (
    <PageSection title="Where you are a preceptor" look="plain">
      <Loaded query={query} failedTitle="Your permissions couldn’t be loaded">
        {(grants) => (
          <DataTable
            label="Facilities"
            rows={grants}
            columns={columns}
            rowKey={({ facility_id }) => facility_id}
            rowLabel={({ facility_name }) => facility_name}
            empty={{
              title: 'No facility yet',
              description: 'A superadmin enables the preceptor permission, facility by facility.',
              icon: IconKey,
            }}
          />
        )}
      </Loaded>
    </PageSection>
  )
}

const columns: Column<EffectivePermission>[] = [
  {
    key: 'location',
    title: 'Facility',
    render: ({ facility_name, facility_path }) => (
      <>
        <Text span fw={600}>
          {facility_name}
        </Text>
        {facility_path && (
          <Text size="sm" c="dimmed">
            {facility_path}
          </Text>
        )}
      </>
    ),
  },
  { key: 'kind', title: 'Kind', render: ({ kind }) => facilityKindLabels[kind] },
  {
    key: 'city',
    title: 'City',
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'since',
    title: 'Since',
    render: ({ since }) => (
      <>
        {formatDate(dayHere(since), 'long')} (
        <RelativeTime value={since} />)
      </>
    ),
  },
]
