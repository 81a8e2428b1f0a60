import type { ReactNode } from 'react'
import { PageSection } from '#ui/PageSection.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { FacilityEvent } from '../contract.ts'
import { eventLabel } from './event-labels.ts'

/** The history of a facility with reasons, newest first. */
export function FacilityHistory({ events }: { events: readonly FacilityEvent[] }): ReactNode {
  return (
    <PageSection title="History">
      {events.length === 0 ? (
        <p style={{ margin: 0, color: 'var(--pw-muted)' }}>
          When it is paused, closed, archived or opened again, that appears here.
        </p>
      ) : (
        <Timeline
          label="History"
          most={50}
          events={events.map((event) => ({
            id: String(event.id),
            title: eventLabel(event),
            by: byOf(event),
            at: event.at,
            note: event.reason,
            state: event.to_status,
          }))}
        />
      )}
    </PageSection>
  )
}

const byOf = ({ actor_name: actor, acting_as_name: as }: FacilityEvent): string =>
  [actor ?? 'Placewell', as].filter(Boolean).join(' for ')
