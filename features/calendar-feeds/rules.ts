import { calledOffStates, standingStates, type ShiftStatus } from '#core/shift-statuses.ts'

/** Where each calendar app adds a feed: Google and Outlook on a page of theirs, Apple and others by the webcal address of the feed. */
export function addLinks(url: string): { google: string; outlook: string; apple: string } {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name: 'Placewell' })}`,
    apple: webcal,
  }
}

/**
 * A shift with the seat of the address's owner: whether they left it, and
 * whether students, or the parties of the shift, could count on it.
 */
type Read = {
  status: ShiftStatus
  is_published: boolean
  has_left: boolean
  was_published: boolean
  was_agreed: boolean
}

/**
 * True if a shift is in the calendar: once its owner may count on it, for
 * students once it is published; and from then on, whatever happens.
 */
export const isInCalendar = (shift: Read, role: string): boolean =>
  role === 'student'
    ? shift.is_published || shift.was_published
    : [...standingStates, ...calledOffStates].includes(shift.status) || shift.was_agreed

/** True if it is shown as canceled: it is not held as agreed, or the calendar's owner is no longer on it. */
export const isCalledOff = (shift: Pick<Read, 'status' | 'has_left'>): boolean =>
  shift.has_left || !standingStates.includes(shift.status)
