import type { Notification } from '../contract.ts'

// A seat and its check-in appear and disappear together.
const ofShifts = 'shifts assignments attendance dashboards'
/** Which features' answers a kind of notification makes stale; those about shifts and seats are known by their names. */
const concerned: Record<string, string> = {
  signup_requested: 'approvals dashboards',
  permission_requested: 'permissionRequests permissions',
  permission_decision: 'permissionRequests permissions',
  credential_submitted: 'credentials dashboards',
  credential_decision: 'credentials',
  credential_expiring: 'credentials',
  unit_paused: ofShifts,
  slot_offered: `${ofShifts} openSlots`,
  attendance: ofShifts,
  wishlists: 'wishlists dashboards',
  capstone: 'capstone dashboards',
  capstone_concern: 'capstone dashboards',
  hours: 'hours hoursRequests assignments',
  shift_report: 'shiftReports dashboards',
  evaluation: 'evaluations dashboards',
  semester_report: 'semesterReports dashboards',
  incident_reported: 'shiftReports dashboards',
  partnership: 'partnerships dashboards',
  mapping: 'mappings',
  billing: 'subscriptions',
  message: 'messages',
  urgent_message: 'messages',
}

const staleBy = (type: string): string[] =>
  (concerned[type] ?? (/^(shift|seat|swap|wait)/.test(type) ? ofShifts : '')).split(' ').filter(Boolean)

/** The features, by their names in the API, whose answers these notifications make stale; each once. */
export const featuresOf = (came: readonly Pick<Notification, 'type'>[]): string[] => [
  ...new Set(came.flatMap(({ type }) => staleBy(type))),
]
