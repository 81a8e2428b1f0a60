import { Text } from '@mantine/core'
import { formatDate } from '#core/plain-date.ts'
import type { ReactNode } from 'react'
import type { SeriesRow } from '#features/shifts/contract.ts'
import { hoursWords } from '#features/shifts/web/public.ts'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import classes from './Facility.module.css'
import { useInbox } from './facility-queries.ts'
import { type FacilitySearch, hrefOf } from './facility-search.ts'
import { proposalWords } from './proposal-words.ts'

type SeriesRequestProps = { row: SeriesRow; search: FacilitySearch; onAsk: () => void }

/** The shifts of one request, each leading to where it is answered by itself. */
export function SeriesRequest({ row, search, onAsk }: SeriesRequestProps): ReactNode {
  const query = useInbox({
    of: row.series_id ?? row.shifts[0]!.id,
    ...(row.facility_id && { facility_id: row.facility_id }),
  })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={3} />}
      failedTitle="The shifts couldn’t be loaded"
      isEmpty={({ rows }) => rows.length === 0}
      empty={{ compact: true, titleOrder: 3, title: 'Already answered' }}
    >
      {({ rows }) => {
        const shown = rows.filter(({ change }) => Boolean(change) === row.is_change)
        const [first] = shown
        return (
          <>
            <ul className={classes.days} aria-label="Shifts of this request">
              {shown.map((shift) => (
                <li key={shift.id}>
                  <Link href={hrefOf(search, shift.id)}>{formatDate(shift.date, 'weekday')}</Link>
                  <Text component="span" size="sm" c="dimmed">
                    {shift.change
                      ? `${proposalWords(shift, shift.change)} ${shift.change.reason}`
                      : `${hoursWords(shift)}, ${shift.capacity === 1 ? '1 seat' : `${shift.capacity} seats`}`}
                  </Text>
                </li>
              ))}
            </ul>
            {first && (
              <Text size="xs" c="dimmed">
                Requested <RelativeTime value={first.submitted_at} />
                {first.note && `: “${first.note}”`}
              </Text>
            )}
            {!row.is_change && (
              <PlainButton size="sm" variant="default" onClick={onAsk}>
                Ask the school…
              </PlainButton>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
