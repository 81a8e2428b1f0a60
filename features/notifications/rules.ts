import { constants } from '#core/constants.ts'
import { isOwnPath } from '#core/own-path.ts'
import type { Notification } from './contract.ts'

/** The id whose notifications are asked for; throws "No user ID" when there is none (Spec §8). */
export function requireUserId(userId: string | null | undefined): string {
  if (!userId) throw new Error('No user ID')
  return userId
}

/**
 * Where a click on a notification leads (Spec §2): the action_url in its data when it is a path of this product, else null.
 */
export function actionPath(data: Readonly<Record<string, unknown>>): string | null {
  const url = data['action_url']
  if (typeof url !== 'string' || url.length > 500) return null
  return isOwnPath(url) ? url : null
}

/** The list with one row read at `now`, or the same list when there is nothing to change (never back to unread, Spec §4). */
export function withOneRead<Row extends Notification>(
  list: readonly Row[],
  id: string,
  now: string,
): readonly Row[] {
  if (!list.some((row) => row.id === id && !row.is_read)) return list
  return list.map((row) => (row.id === id ? { ...row, is_read: true, read_at: now } : row))
}

/** The list with every unread row read at `now`, or the same list when all are. */
export function withAllRead<Row extends Notification>(list: readonly Row[], now: string): readonly Row[] {
  if (list.every((row) => row.is_read)) return list
  return list.map((row) => (row.is_read ? row : { ...row, is_read: true, read_at: now }))
}

/**
 * Takes a reading back that the server refused: the rows named that still stand as read at `now` become unread again,
 * whatever else came in since stays.
 */
export function withoutReading<Row extends Notification>(
  list: readonly Row[],
  ids: ReadonlySet<string>,
  now: string,
): readonly Row[] {
  return list.map((row) =>
    ids.has(row.id) && row.read_at === now ? { ...row, is_read: false, read_at: null } : row,
  )
}

/** Milliseconds until a broken live stream is tried again: 1 s doubling to the poll's 30 s, spread by up to a half. */
export function liveRetryDelay(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(1_000 * 2 ** Math.max(0, failures - 1), constants.notifications.unreadPollMs)
  return delay * (0.5 + random() / 2)
}

const ofShifts = ['shifts', 'assignments', 'dashboards']
/** What each kind of notification is about: the features whose answers it makes stale. */
const concerned: Record<string, readonly string[]> = {
  shift_requested: ofShifts,
  shift_approved: ofShifts,
  shift_declined: ofShifts,
  shift_countered: ofShifts,
  shift_needs_info: ofShifts,
  shift_changed: ofShifts,
  shift_cancelled: ofShifts,
  shift_assigned: ofShifts,
  shifts_open: ofShifts,
  place_offered: ofShifts,
  waitlist_offer: ofShifts,
  swap: ofShifts,
  seat_request: ofShifts,
  seat_changed: ofShifts,
}

/** The features, by their names in the API, whose answers are stale when these notifications have come; each once. */
export const featuresOf = (came: readonly Pick<Notification, 'type'>[]): string[] => [
  ...new Set(came.flatMap(({ type }) => concerned[type] ?? [])),
]
