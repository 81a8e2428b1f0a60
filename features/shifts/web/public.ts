export { FacilityPlan } from './FacilityPlan.tsx'
export { shifts, shiftTouches, useSchoolId, useShift, useShiftOptions, useShifts } from './queries.ts'
export { ShiftStatusBadge } from './ShiftStatusBadge.tsx'
export { ShiftTable, type ShiftColumn } from './ShiftTable.tsx'
export {
  filterOf,
  hasFilters,
  noFilters,
  type SearchChange,
  type ShiftsSearch,
  shiftsSearch,
} from './shifts-search.ts'
export {
  hoursWords,
  instantWords,
  labelOf,
  nameOf,
  placeWords,
  seatsWords,
  whenWords,
  zoneWords,
} from './shift-words.ts'
export { Differences } from './Differences.tsx'
export { SeatLimits } from './SeatLimits.tsx'
export { ShiftTrail } from './ShiftTrail.tsx'
export { type Deed, deeds, type Side } from './deeds.ts'
export { useCloneShift } from './queries.ts'
export { useDeeds } from './use-deeds.tsx'
export { ProposalDialog, ShiftDrawer } from './dialogs.ts'
