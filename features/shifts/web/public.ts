import { laterParts } from '#ui/later-parts.ts'

export const facilityPlan = laterParts(() => import('./FacilityPlan.tsx'))
export const FacilityPlan = facilityPlan.part((file) => file.FacilityPlan)
export { shifts, shiftsFile, useShift, useShifts } from './queries.ts'
export { ShiftStatusBadge } from './ShiftStatusBadge.tsx'
export {
  hoursWords,
  instantWords,
  labelOf,
  nameOf,
  placeWords,
  seatsWords,
  takenWords,
  waitWords,
  whenWords,
  zoneWords,
} from './shift-words.ts'
export { Differences } from './Differences.tsx'
export { SeatLimits } from './SeatLimits.tsx'
export { ShiftTrail } from './ShiftTrail.tsx'
export { type Deed, deeds } from './deeds.ts'
export { useCloneShift } from './queries.ts'
export { useDeeds } from './use-deeds.tsx'
export { ProposalDialog, ShiftDrawer } from './dialogs.ts'
