/** Until when something counts. */
export { strictest, addMonths, lastDayOf, isAskedOn, seasonDue, validityInWords } from './rules/validity.ts'
/** What a document proves, and what is missing from it. */
export { type Gap, type Judgment, judge, countDoses, gapInWords } from './rules/evidence.ts'
/** Of whom a type is required, and what stands in the way of asking for it. */
export {
  type RequirementFacts,
  requirementsFor,
  providersOf,
  providersBlocker,
  draftBlocker,
  typeBlocker,
  scopeInWords,
  dueDate,
} from './rules/requirements.ts'
/** What is filled in for a type. */
export { type FormField, formFields } from './rules/form-fields.ts'
/** The types that every school has from the start. */
export { FLU_BY_SEASON, FLU_BY_ROLLOVER, shippedTypes } from './rules/shipped-types.ts'
