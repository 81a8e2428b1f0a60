import { type PlainDate, addDays } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Requirement, TypeFields } from './contract.ts'

/** How long something counts. */
export {
  strictest,
  addMonths,
  lastDayOf,
  isRequiredOn,
  seasonDue,
  validityInWords,
} from './rules/validity.ts'
/** What a document proves, and what is missing from it. */
export { type Gap, type EvidenceResult, evaluateEvidence, countDoses, gapInWords } from './rules/evidence.ts'
/** The form fields of a type. */
export { type FormField, formFields } from './rules/form-fields.ts'
/** The types that every school has from the start. */
export { FLU_BY_SEASON, FLU_BY_ROLLOVER, builtInTypes } from './rules/built-in-types.ts'

/** What decides whether a requirement applies: a person in a program and cohorts, and where and when a shift is. */
export type RequirementFacts = {
  role: 'student' | 'proctor'
  school_id: string
  program_id: string | null
  level: string | null
  cohort_ids: readonly string[]
  /** The unit, its site and its organization; empty without a shift. */
  facility_ids: readonly string[]
  first: PlainDate
  last: PlainDate
}

/**
 * The requirements in force for a person on the days of a shift: the union over
 * school, program, cohort, organization, site, unit and agreement (domain §2.8).
 */
export function requirementsFor<Row extends Requirement>(
  rows: readonly Row[],
  facts: RequirementFacts,
): Row[] {
  const scopes = new Set([facts.school_id, facts.program_id, ...facts.cohort_ids, ...facts.facility_ids])
  return rows.filter(
    (row) =>
      row.status === 'active' &&
      (row.scope_kind === 'agreement' ? isWithinAgreement(row, facts) : scopes.has(row.scope_id)) &&
      (row.applies_to === 'both' || row.applies_to === facts.role) &&
      (row.levels.length === 0 || row.levels.some((level) => level === facts.level)) &&
      row.active_from <= facts.last &&
      (row.active_to === null || row.active_to >= facts.first),
  )
}

/** The providers offered by a type's form; empty if it does not ask for one. */
export const providersOf = (type: Pick<TypeFields, 'fields'>): readonly string[] =>
  type.fields.find(({ key, kind }) => key === 'provider' && kind === 'choice')?.options ?? []

/** Why a requirement cannot accept only these providers, or null: the type's form must offer each of them. */
export const providersBlocker = (type: Pick<TypeFields, 'fields'>, providers: readonly string[]) =>
  providers.every((each) => providersOf(type).includes(each))
    ? null
    : refusal('credential_requirement.unknown_provider')

/** Why a requirement cannot be saved as a draft, or null: one that is or was in force does not become a draft again (domain §2.8). */
export const draftBlocker = (known: Requirement['status'] | undefined, isDraft: boolean) =>
  isDraft && known !== undefined && known !== 'draft' ? refusal('credential_requirement.in_use') : null

/**
 * True if an agreement applies to this person at this facility: its school and
 * organization, and one of its sites and programs, if it names any.
 */
function isWithinAgreement(
  { school_id: school, facility_id: facility, reach }: Requirement,
  facts: RequirementFacts,
) {
  const { site_ids: sites = [], program_ids: programs = [] } = reach ?? {}
  return (
    school === facts.school_id &&
    facility !== null &&
    facts.facility_ids.includes(facility) &&
    (sites.length === 0 || sites.some((id) => facts.facility_ids.includes(id))) &&
    (programs.length === 0 || programs.some((id) => id === facts.program_id))
  )
}

/** Why a type cannot be added, or null: a facility has no people of its own to check. */
export const typeBlocker = ({ evidence }: Pick<TypeFields, 'evidence'>, isFacility: boolean) =>
  evidence === 'external_check' && isFacility ? refusal('credential_type.schools_check') : null

/** Whose rule it is, as part of a sentence. */
export function scopeInWords({
  scope_kind: kind,
  scope_name: name,
}: Pick<Requirement, 'scope_kind' | 'scope_name'>): string {
  return kind === 'agreement' ? `the agreement with ${name}` : name
}

/** When it is due: on its date, or this many weeks before the first shift. Null: before the first shift, or unknown until there is one. */
export function dueDate(
  { due_date: date, due_weeks: weeks }: Pick<Requirement, 'due_date' | 'due_weeks'>,
  firstShift: PlainDate | null,
): PlainDate | null {
  return date ?? (weeks === null || firstShift === null ? null : addDays(firstShift, -7 * weeks))
}
