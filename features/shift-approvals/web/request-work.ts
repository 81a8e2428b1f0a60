import type { SeriesRow } from '#features/shifts/contract.ts'

/** A request that is due within two days is urgent. */
const URGENT_MS = 2 * 24 * 60 * 60 * 1000

/** How urgent a request is now. */
export const requestWork = (
  { respond_by: by }: Pick<SeriesRow, 'respond_by'>,
  now: string,
): { isUrgent: boolean } => ({
  isUrgent: by !== null && Date.parse(by) - Date.parse(now) < URGENT_MS,
})

/** The id of a request in a queue. */
export const requestId = ({ key }: Pick<SeriesRow, 'key'>): string => `request ${key}`
