import { List } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePartnershipsHere } from './queries.ts'

/** Agreements of the facility that end within 90 days, the next first; nothing while none does. */
export function ExpiringAgreements(): ReactNode {
  const { data = [] } = usePartnershipsHere()
  const ending = data
    .filter(({ state }) => state === 'expiring')
    .toSorted((a, b) => (a.effective_to ?? '').localeCompare(b.effective_to ?? ''))
  if (ending.length === 0) return null
  return (
    <PageSection
      title="Agreements that end soon"
      description="After the last day, schools can’t request new shifts. Propose new terms under Management."
    >
      <List spacing="xs">
        {ending.map((row) => (
          <List.Item key={row.id}>
            <Link href={`/facility/management?partnership=${row.id}`}>{row.school_name}</Link>
            {row.effective_to && `, until ${formatDate(row.effective_to)}`}
          </List.Item>
        ))}
      </List>
    </PageSection>
  )
}
