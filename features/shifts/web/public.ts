export {
  shifts,
  shiftsFile,
  shiftTouches,
  showDoneToast,
  unchangedWords,
  useApprove,
  useAskChange,
  useCounter,
  useAskSeveral,
  useCounterSeveral,
  useSeries,
  useShift,
  useShiftOptions,
  useShifts,
} from './queries.ts'
export { sorts } from './shifts-search.ts'
export { ChangeDay } from './ChangeDay.tsx'
export { DayAndHours } from './DayAndHours.tsx'
export { type Series, SeriesFields, seriesDaysOf, unreadWords, useDaysOff } from './SeriesFields.tsx'
export { closedDaysOf, proposedSeries, seriesChanges, seriesProblems } from './series-days.ts'
export { breakOf, breakPreset } from './shift-form.ts'
export { ShiftPatterns } from './ShiftPatterns.tsx'
export { shiftCard, shiftColumns } from './ShiftTable.tsx'
export { ShiftStatusBadge } from './ShiftStatusBadge.tsx'
export {
  hoursWords,
  instantWords,
  labelOf,
  nameOf,
  facilityLabel,
  seatsWords,
  takenWords,
  waitWords,
  whenWords,
  zoneWords,
} from './shift-words.ts'
export { requireSome, showOutcomes } from './outcomes.ts'
export { seriesName, seriesSeats, seriesWhen, shiftCount } from './series-words.ts'
export { Differences } from './Differences.tsx'
export { FreeWindows, RequestInstead } from './LazyFreeWindows.tsx'
export { SeatLimits } from './SeatLimits.tsx'
export { ShiftTrail } from './ShiftTrail.tsx'
export { endOfChange, isDangerous, labelOfAction, type ShiftAction } from './shift-actions.ts'
export { useCloneShift, usePublish, useSubmit } from './queries.ts'
export { useShiftActions, useParty } from './use-shift-actions.tsx'
export { useFirstDay } from './use-first-day.ts'
export { ProposalDialog, ShiftDrawer } from './dialogs.ts'
