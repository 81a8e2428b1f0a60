import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShiftRow } from '../contract.ts'
import { shifts as api } from './queries.ts'
import { SeatLimits } from './SeatLimits.tsx'

/** The limits on a request's seats, and why this many could not be approved; shown before the approval. */
export function ApprovalRoom({ shift, seats }: { shift: ShiftRow; seats: number }): ReactNode {
  const detail = useQuery(api.get.queryOptions({ input: { id: shift.id } }))
  return detail.data ? <SeatLimits limits={detail.data.limits} wanted={{ seats, verb: 'Approve' }} /> : null
}
