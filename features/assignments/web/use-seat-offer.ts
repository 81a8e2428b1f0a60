import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { isOfferComing } from '../rules.ts'
import { assignments, shifts } from './queries.ts'

/** How long after a seat is free its shift is read again, should the offer not be heard of. */
const LOOK_AT_MS = [5_000, 20_000]

/**
 * Reads a shift and its roster again while a free seat goes to the next in line: the worker offers it, a moment after it was freed. The
 * live stream says when it has (features/notifications); these reads are for who has none.
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
