import type { PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'

export type Hours = { start: string; end: string; rest: number }
export type NamedHours = Hours & { name: string }
export type KnownUnit = {
  id: string
  name: string
  site: string
  specialty: Specialty
  zone: string
  patterns: readonly NamedHours[]
}
export type Named = { id: string; name: string }

/** What the words of a plan can refer to: only what the school may use. */
export type Vocabulary = {
  today: PlainDate
  term: { name: string; from: PlainDate; to: PlainDate }
  /** Holidays and breaks with their names. */
  off: ReadonlyMap<PlainDate, string>
  units: readonly KnownUnit[]
  people: readonly Named[]
  preceptors: readonly Named[]
  cohorts: readonly Named[]
}

/** Answers to the questions: the question's key → the value chosen. */
export type Answers = Readonly<Record<string, string>>

/** What one sentence or line plans, before it is expanded to days. */
export type Series = {
  text: string
  weekdays: number[]
  from: PlainDate | null
  to: PlainDate | null
  every: number
  start: string | null
  end: string | null
  rest: number
  unit_id: string | null
  capacity: number
  proctor_ids: string[]
  preceptor_ids: string[]
  objectives: string[]
  cohort_ids: string[]
  course_code: string | null
  experience: ExperienceType
  specialty: Specialty | null
  left_out: { date: PlainDate; why: string }[]
  days: PlainDate[]
}

export type Assumption = { series: number; text: string }
export type Question = {
  key: string
  series: number
  /** The words it is about, as typed. */
  quote: string
  text: string
  choices: { value: string; label: string }[]
}
export type Reading = { series: Series[]; assumptions: Assumption[]; questions: Question[] }
