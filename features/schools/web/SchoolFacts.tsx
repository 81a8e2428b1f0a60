import type { ReactNode } from 'react'
import { KeyValue } from '#ui/KeyValue.tsx'
import type { School } from '../contract.ts'
import { zoneLabel } from './zones.ts'

/** A school's own description, read-only. */
export function SchoolFacts({ school }: { school: School }): ReactNode {
  const cityLine = [school.city, [school.state, school.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return (
    <KeyValue
      items={[
        { label: 'Name', value: school.name },
        { label: 'Address', value: [school.address, cityLine].filter(Boolean).join(', ') },
        { label: 'Phone', value: school.phone && <a href={`tel:${school.phone}`}>{school.phone}</a> },
        {
          label: 'Website',
          value: school.website && (
            <a href={school.website} rel="noreferrer" target="_blank" style={{ overflowWrap: 'anywhere' }}>
              {school.website.replace(/^https?:\/\//, '')}
            </a>
          ),
        },
        { label: 'Primary contact', value: school.primary_contact },
        { label: 'Time zone', value: zoneLabel(school.time_zone) },
        ...(school.unitid ? [{ label: 'IPEDS number', value: school.unitid }] : []),
      ]}
    />
  )
}
