/** One line of the queue: what needs attention, how many, and where to do it. */
export interface Work {
  id: string
  count: number
  label: string
  /** Replaces number and label. */
  title?: string
  detail?: string
  isUrgent?: boolean
  href?: string
  action?: string
}

/** The word for one of something, or for many. */
export const nounOf = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** Opens the first of some partnerships, which would be hard to find on the page of a facility. */
export const partnershipHref = ([first]: readonly string[], page: string): string =>
  `${page}?partnership=${first}`

/** Requests and new terms that the other party waits for. */
export const partnershipsToAnswer = (ids: readonly string[], page: string): Work => ({
  id: 'partnerships',
  count: ids.length,
  label: nounOf(ids.length, 'partnership needs your answer', 'partnerships need your answer'),
  isUrgent: true,
  href: partnershipHref(ids, page),
  action: 'Review',
})
