import type { Proposal } from '../../contract.ts'

/** What is proposed of a plan, without the words around it. */
export function proposalOf({ date, start_time, end_time, facility_id, capacity }: Proposal): Proposal {
  return { date, start_time, end_time, facility_id, capacity }
}
