import type { ShiftStatus, TrialParty } from '#features/shifts/contract.ts'
import { statusLabels } from '#features/shifts/rules.ts'

/** Labels of the parties that try an event. */
export const labels: Record<TrialParty, string> = {
  school: 'School',
  school_super: 'School super admin',
  facility: 'Facility',
  platform: 'Superadmin',
  other_school: 'Another school',
  other_facility: 'Another facility',
  proctor: 'Its instructor',
  student: 'A student',
  nobody: 'Not signed in',
  system: 'Calendar',
}
export const parties = Object.keys(labels) as TrialParty[]
export const statuses = Object.keys(statusLabels) as ShiftStatus[]
