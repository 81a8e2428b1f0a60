import { lazyParts } from '#ui/lazy-parts.ts'

export { ClearanceBadge } from './ClearanceBadge.tsx'
export { clearanceLooks } from './clearance-words.ts'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'

// Loaded separately from the shift's page: only students need it.
export const shiftClearance = lazyParts(() => import('./ShiftClearance.tsx'))
export const ShiftClearance = shiftClearance.part((file) => file.ShiftClearance)

// For a student on a facility's roster.
const waiveOnRoster = lazyParts(() => import('./WaiveOnRoster.tsx'))
export const WaiveOnRoster = waiveOnRoster.part((file) => file.WaiveOnRoster)

// For the page of one person, below their details.
const personCredentials = lazyParts(() => import('./PersonCredentials.tsx'))
export const PersonCredentials = personCredentials.part((file) => file.PersonCredentials)
