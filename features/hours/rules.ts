import { formatNumber } from '#core/number-text.ts'
import { specialtyName } from '#core/specialties.ts'
import type { HoursKind, HoursSource, Progress, Risk, ProgressStatus } from './contract.ts'

/** Which lines a seat gets, and when lines may be written. */
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
  type SemesterFact,
  type SemesterCredit,
  creditOfSemester,
  progressOf,
} from './rules/progress.ts'
/** Progress of many students: by school, by cohort, and filtered. */
export { SCHOOLS_PAGE, schoolSums, filterProgress, hoursByCohort } from './rules/overview.ts'
/** Risks of a student other than hours. */
export { credentialRiskOf, credentialRiskWords, concernsOf, concernWords } from './rules/concerns.ts'
/** Hours as files and PDFs. */
export { type Made, semestersOf, stampLines, MAX_IN_PDF, pdfBlocker } from './rules/documents.ts'

export const progressStatusLabels: Record<ProgressStatus, string> = {
  at_risk: 'At risk',
  on_track: 'On track',
  done: 'Complete',
  unknown: 'No requirement',
}

/** Formats hours: 7.5 h. */
export const hoursWords = (hours: number): string => `${formatNumber(hours).replace('-', '−')} h`

/** Why no hours are required of a student, and for the student whom to ask: the cohort's program says how many are. */
export function noneRequiredWords({ isOwn, isInCohort }: { isOwn: boolean; isInCohort: boolean }): string {
  if (isOwn)
    return isInCohort
      ? 'Your program has not entered how many hours it requires. Ask your coordinator.'
      : 'You are in no cohort now, so no hours are required of you. Unless you graduated, ask your coordinator to add you to one.'
  return isInCohort
    ? 'The program has not entered how many hours it requires.'
    : 'In no cohort now, so no hours are required.'
}

/** Lists the areas with hours neither done nor planned: "28 h in Community, 6 h in Pediatrics"; empty without any. */
export const areaGapWords = (areas: Progress['by_specialty']): string =>
  areas
    .filter(({ gap }) => (gap ?? 0) > 0)
    .toSorted((a, b) => b.gap! - a.gap!)
    .map(({ specialty, gap }) => `${hoursWords(gap!)} in ${specialtyName(specialty)}`)
    .join(', ')

/** Why hours of a specialty do not count toward what is required there, a line for each. */
export const uncreditedWords = (areas: Progress['by_specialty']): string[] =>
  areas
    .filter(({ over }) => over > 0)
    .map(
      ({ specialty, over }) =>
        `Not credited in ${specialtyName(specialty)}: ${hoursWords(over)}. Too few hours with patients, or too much simulation.`,
    )

/** The required hours a student is missing: "549.75 of 720 h", or each specialty if only those are short; null if none. */
export function missingHoursWords({
  credited,
  required,
  by_specialty: areas,
}: Pick<Progress, 'credited' | 'required' | 'by_specialty'>): string | null {
  if (required !== null && credited < required) return `${formatNumber(credited)} of ${hoursWords(required)}`
  const short = areas.filter((area) => area.credited < (area.required ?? 0))
  return (
    short
      .map(
        ({ specialty, credited: done, required: all }) =>
          `${specialtyName(specialty)} ${formatNumber(done)} of ${hoursWords(all!)}`,
      )
      .join(', ') || null
  )
}

/** Says in a sentence why a student is at risk (Domain 2.11). */
export function riskWords({ code, hours, specialty }: Risk): string {
  const amount = hoursWords(Math.ceil(hours))
  switch (code) {
    case 'hours_short':
      return `${amount} behind the program’s pace by the end of this semester.`
    case 'specialty_short':
      return `${amount} behind the program’s pace in ${specialtyName(specialty ?? 'other')}.`
    case 'sim_over':
      return `${hoursWords(hours)} of simulation above the limit are not credited.`
    case 'make_up':
      return `${hoursWords(hours)} to make up.`
  }
}

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

export const sourceLabels: Record<HoursSource, string> = {
  before_attendance: 'Schedule',
  attendance: 'Attendance',
  makeup: 'Make-up',
  manual: 'Entered by the school',
  import: 'Import',
  adjustment: 'Adjustment',
  preceptor: 'Confirmed by the preceptor',
}
