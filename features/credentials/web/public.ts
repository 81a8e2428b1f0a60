import { laterParts } from '#ui/later-parts.ts'

export { ClearanceBadge } from './ClearanceBadge.tsx'
export { clearanceLooks } from './clearance-words.ts'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'

// Loaded separately from the shift's page: only students need it.
export const shiftClearance = laterParts(() => import('./ShiftClearance.tsx'))
export const ShiftClearance = shiftClearance.part((file) => file.ShiftClearance)

// For a student on a facility's roster.
const waiveOnRoster = laterParts(() => import('./WaiveOnRoster.tsx'))
export const WaiveOnRoster = waiveOnRoster.part((file) => file.WaiveOnRoster)

// For the page of one person, below their details.
const personCredentials = laterParts(() => import('./PersonCredentials.tsx'))
export const PersonCredentials = personCredentials.part((file) => file.PersonCredentials)
