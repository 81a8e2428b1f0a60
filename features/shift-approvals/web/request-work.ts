import type { SeriesRow } from '#features/shifts/contract.ts'

/** A request that is due within two days is urgent. */
const URGENT_MS = 2 * 24 * 60 * 60 * 1000

/** How urgent a request is at this instant. */
export const requestWork = (
  { respond_by: by }: Pick<SeriesRow, 'respond_by'>,
  now: string,
): { isUrgent: boolean } => ({
  isUrgent: by !== null && Date.parse(by) - Date.parse(now) < URGENT_MS,
})

/** What a request is called in a queue. */
export const requestId = ({ key }: Pick<SeriesRow, 'key'>): string => `request ${key}`
