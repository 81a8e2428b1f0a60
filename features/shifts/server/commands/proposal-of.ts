import type { Proposal } from '../../contract.ts'

/** The proposed fields of a plan, without the texts around them. */
export function proposalOf({ date, start_time, end_time, facility_id, capacity }: Proposal): Proposal {
  return { date, start_time, end_time, facility_id, capacity }
}
