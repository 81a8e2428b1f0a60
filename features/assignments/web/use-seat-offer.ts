import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { isOfferComing } from '../rules.ts'
import { assignments, shifts } from './queries.ts'

/** How long after a seat is freed to refetch its shift, in case no live event arrives. */
const LOOK_AT_MS = [5_000, 20_000]

/**
 * Refetches a shift and its roster while a free seat goes to the next in line,
 * which the worker offers a moment later. The live stream announces it
 * (features/notifications); these reads are for clients without one.
 */
export function useSeatOffer(shift: ShiftDetail): void {
  const client = useQueryClient()
  const { id } = shift
  const isComing = isOfferComing(shift)
  useEffect(() => {
    if (!isComing) return
    const keys = [
      assignments.roster.queryKey({ input: { shift_id: id } }),
      shifts.get.queryKey({ input: { id } }),
    ]
    const timers = LOOK_AT_MS.map((ms) =>
      setTimeout(() => {
        for (const queryKey of keys) void client.invalidateQueries({ queryKey })
      }, ms),
    )
    return () => timers.forEach(clearTimeout)
  }, [client, id, isComing])
}
