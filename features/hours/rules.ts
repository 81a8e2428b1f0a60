import { formatNumber } from '#core/number-text.ts'
import { specialtyLabels } from '#core/specialties.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { HoursKind, HoursSource, Progress, Risk, Standing } from './contract.ts'

/** What lines of the ledger make of a seat, and when they may be written. */
export {
  kindOfShift,
  roundMinutes,
  type Line,
  balance,
  type SeatHours,
  seatPosting,
  correctionOf,
  entryBlocker,
  type LockableSemester,
  lockedSemester,
} from './rules/ledger.ts'
/** What a student has, will have and needs, by board, course, specialty and semester. */
export {
  type BoardRule,
  boardOn,
  creditOf,
  type HoursFact,
  type ProgressFacts,
  type SchoolFacts,
  progressOf,
} from './rules/progress.ts'
/** Progress of many: of schools, cohorts and whom a filter finds. */
export { SCHOOLS_PAGE, schoolSums, foundIn, hoursByCohort } from './rules/overview.ts'
/** What puts a student at risk besides hours. */
export { credentialRiskOf, credentialRiskWords, concernsOf, concernWords } from './rules/concerns.ts'
/** Hours as files and on paper. */
export { type Made, semestersOf, stampLines, MOST_IN_PDF, pdfBlocker } from './rules/documents.ts'

/** How a student stands, as people read it. */
export const standingLabels: Record<Standing, string> = {
  at_risk: 'At risk',
  on_track: 'On track',
  done: 'Complete',
  unknown: 'No requirement',
}

/** Hours as people read them: 7.5 h. */
export const hoursWords = (hours: number): string => `${formatNumber(hours).replace('-', '−')} h`

/** The areas in which hours are neither done nor planned, in words: "28 h in Community, 6 h in Pediatrics"; empty where none are. */
export const areaGapWords = (areas: Progress['by_specialty']): string =>
  areas
    .filter(({ gap }) => (gap ?? 0) > 0)
    .toSorted((a, b) => b.gap! - a.gap!)
    .map(
      ({ specialty, gap }) =>
        `${hoursWords(gap!)} in ${specialtyLabels[specialty as Specialty] ?? specialty}`,
    )
    .join(', ')

/** Why a student is at risk, in a sentence (domain §2.11). */
export function riskWords({ code, hours, specialty }: Risk): string {
  const amount = hoursWords(Math.ceil(hours))
  switch (code) {
    case 'hours_short':
      return `${amount} behind the program’s pace by the end of this semester.`
    case 'specialty_short':
      return `${amount} behind the program’s pace in ${specialtyLabels[specialty as Specialty] ?? specialty}.`
    case 'sim_over':
      return `${amount} of simulation above the limit are not credited.`
    case 'make_up':
      return `${hoursWords(hours)} to make up.`
  }
}

/** What a line counts as, for people. */
export const kindLabels: Record<HoursKind, string> = {
  direct_care: 'Direct care',
  indirect_care: 'Indirect care',
  simulation: 'Simulation',
  skills_lab: 'Skills lab',
  observation: 'Observation',
  conference: 'Conference',
  orientation: 'Orientation',
  telehealth: 'Telehealth',
  other: 'Other',
}

/** Where a line comes from, for people. */
export const sourceLabels: Record<HoursSource, string> = {
  before_attendance: 'Schedule',
  attendance: 'Attendance',
  makeup: 'Make-up',
  manual: 'Entered by the school',
  import: 'Import',
  adjustment: 'Adjustment',
  preceptor: 'Confirmed by the preceptor',
}
