import { Button, Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { AuditEvent } from '../contract.ts'
import { actorOf, detailsOf, subjectOf, titleOf } from '../rules.ts'
import { audit } from './queries.ts'
import classes from './AuditTrail.module.css'

type AuditTrailProps = {
  label: string
  /** What happened to this person. */
  aboutUserId?: string
  /** What this person did. */
  byUserId?: string
  entity?: string
  entityId?: string
  /** An action for an entry, such as undoing it. */
  renderAction?: (event: AuditEvent) => ReactNode
  /** Shows only the last few entries with what happened, when and by whom: no reasons or values, which may be personal. */
  isFeed?: boolean
  empty: { title: string; description?: string }
}

/** The number of entries in a feed. */
const FEED = 8

/** The audit trail: what happened, who did it (impersonating whom), when and why; older entries on request. */
export function AuditTrail(props: AuditTrailProps): ReactNode {
  const { label, aboutUserId, byUserId, entity, entityId, renderAction, isFeed = false, empty } = props
  const query = useInfiniteQuery(
    audit.list.infiniteOptions({
      input: (before: number | null) => ({
        limit: 25,
        ...(aboutUserId && { about_user_id: aboutUserId }),
        ...(byUserId && { by_user_id: byUserId }),
        ...(entity && { entity }),
        ...(entityId && { entity_id: entityId }),
        ...(before && { before_id: before }),
      }),
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.next_before_id,
      // A trail that is minutes old would not show what was just done.
      ...freshOnMount,
    }),
  )
  const title = (event: AuditEvent, names: Record<string, string>): string => {
    // The page of one person or thing already says whose trail it is.
    const subject = aboutUserId || entityId ? '' : subjectOf(event, names)
    return subject ? `${titleOf(event)}: ${subject}` : titleOf(event)
  }
  return (
    <Loaded
      query={query}
      isEmpty={({ pages }) => pages[0]?.events.length === 0}
      empty={{ compact: true, titleOrder: 3, ...empty }}
      failedTitle="The trail couldn’t be loaded"
    >
      {({ pages }) => (
        <>
          <Timeline
            label={label}
            events={pages
              .flatMap(({ events, names }) =>
                events.map((event) => ({
                  id: String(event.id),
                  title: title(event, names),
                  by: actorOf(event),
                  at: event.at,
                  note: isFeed ? undefined : noteOf(event, names, renderAction?.(event)),
                })),
              )
              .slice(0, isFeed ? FEED : undefined)}
          />
          {query.hasNextPage && !isFeed && (
            <Group justify="center" mt="md">
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show older entries
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  )
}

function noteOf(event: AuditEvent, names: Record<string, string>, action: ReactNode): ReactNode {
  const details = detailsOf(event, names)
  if (details.length === 0 && !event.reason && !action) return undefined
  return (
    <div className={classes.note}>
      {details.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {event.reason && <div className={classes.reason}>“{event.reason}”</div>}
      {action}
    </div>
  )
}
