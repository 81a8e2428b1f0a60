import { conflict, invalid, notFound } from '#core/refusal.ts'

/** Why a file of hours cannot be checked. */
export const hoursImportRefusals = {
  'hours_import.no_school': invalid(() => 'Choose a school first.', 'school_id'),
  'hours_import.not_found': notFound(() => 'We can’t find that import.'),
  'hours_import.running': conflict(() => 'This import is still running. Undo it when it has ended.'),
  'hours_import.nothing_left': conflict(() => 'Nothing of this import counts anymore. Reload the page.'),
}
