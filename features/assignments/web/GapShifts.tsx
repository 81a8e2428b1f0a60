import { specialtyLabels } from '#core/specialties.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { constants } from '#core/constants.ts'
import { todayHere } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { AvailableShiftCards } from './AvailableShiftCards.tsx'
import { assignments, availableQuery } from './queries.ts'
import { RefusalBanner } from './RefusalBanner.tsx'
import { useSeatActions } from './use-seat-actions.ts'
import { useNow } from '#ui/use-now.ts'

const few = 3
const { availableShiftsLimit: limit } = constants.prefetch

/** The first open shifts that would close a gap, limited to one specialty if given, each with a button to take it (Domain 2.11). */
export function GapShifts({ specialty }: { specialty: string | null }): ReactNode {
  const now = useNow()
  const { run, refusal, dismiss } = useSeatActions()
  const of = specialty as Specialty | null
  const query = useQuery({
    ...availableQuery,
    ...assignments.available.queryOptions({ input: { ...(of && { specialty: of }), limit } }),
  })
  const name = of ? (specialtyLabels[of] ?? of) : null
  return (
    <>
      <RefusalBanner refusal={refusal} run={run} dismiss={dismiss} />
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" count={1} />}
        failedTitle="Open shifts couldn’t be loaded"
        isEmpty={(open) => open.every(({ block: why }) => why)}
        empty={{
          compact: true,
          titleOrder: 3,
          title: name ? `No open shifts in ${name} now` : 'No open shifts now',
          description: 'You are notified when one opens. Your school can also assign you.',
        }}
      >
        {(open) => (
          <AvailableShiftCards
            label={name ? `Open shifts in ${name}` : 'Open shifts'}
            shifts={open.filter(({ block: why, date }) => !why && date >= todayHere()).slice(0, few)}
            now={now}
            onTake={(action, shift) => void run(action, shift)}
          />
        )}
      </Loaded>
    </>
  )
}
