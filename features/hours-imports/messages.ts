import { invalid } from '#core/refusal.ts'

/** Why a file of hours is not looked at. */
export const hoursImportRefusals = {
  'hours_import.no_school': invalid(() => 'Choose a school first.', 'school_id'),
}
