import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { dashboards } from './queries.ts'

/** The recent events of a school, each line with a link to its shift or partnership; students are not named. */
export function SchoolActivity(): ReactNode {
  const query = useQuery({ ...dashboards.activity.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={5} />}
      isEmpty={(lines) => lines.length === 0}
      empty={{
        compact: true,
        titleOrder: 3,
        title: 'No activity yet',
        description: 'Shifts that are planned, approved and filled, and partnerships, appear here.',
      }}
      failedTitle="The activity couldn’t be loaded"
    >
      {(lines) => (
        <Timeline
          label="Recent activity"
          events={lines.map(({ id, at, text, shift_id, partnership_id }) => {
            const href = shift_id
              ? `/shift/${shift_id}`
              : partnership_id && `/school/partnerships?partnership=${partnership_id}`
            return { id, at, title: href ? <Link href={href}>{text}</Link> : text }
          })}
        />
      )}
    </Loaded>
  )
}
