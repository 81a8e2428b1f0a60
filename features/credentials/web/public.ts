import { laterParts } from '#ui/later-parts.ts'

export { ClearanceBadge } from './ClearanceBadge.tsx'
export { clearanceLooks } from './clearance-words.ts'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'

// Next to the page of a shift and not before it: for students alone.
export const shiftClearance = laterParts(() => import('./ShiftClearance.tsx'))
export const ShiftClearance = shiftClearance.part((file) => file.ShiftClearance)

// Next to a student on the roster of a facility.
const waiveOnRoster = laterParts(() => import('./WaiveOnRoster.tsx'))
export const WaiveOnRoster = waiveOnRoster.part((file) => file.WaiveOnRoster)

// On the page of one person, below who they are.
const personCredentials = laterParts(() => import('./PersonCredentials.tsx'))
export const PersonCredentials = personCredentials.part((file) => file.PersonCredentials)
