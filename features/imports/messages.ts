import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { ImportKind } from './contract.ts'

/** Why an action on imports is refused: code → text. */
export const importRefusals = {
  'import.missing': notFound(() => 'We can’t find that import.'),
  'import.no_row': notFound(() => 'We can’t find that row in this file.'),
  'import.done': conflict(() => 'This file was imported already.'),
  'import.empty': invalid(() => 'This file has no rows below its headings. Choose another file.'),
  'import.inactive_organization': invalid(() => 'Choose an organization that is active.'),
}

const reasonTexts = {
  sites: {
    same_row: (row: string) => `Row ${row} has the same Facility ID.`,
    archived: () => 'This site is archived here; restore it first.',
    by_name: () => 'A site with this name in this city has no Facility ID yet: it gets this one.',
  },
  schools: {
    same_row: (row: string) => `Row ${row} has the same UNITID.`,
    archived: () => 'This school is archived here; restore it first.',
    by_name: () => 'A school with this name in this state has no UNITID yet: it gets this one.',
  },
} satisfies Record<ImportKind, object>

/** The text for a row's verdict. A row stores a code, or the sentence that says what is wrong with it. */
export function reasonWords(kind: ImportKind, reason: string | null): string | null {
  const code = /^(same_row|archived|by_name)(?: (\d+))?$/.exec(reason ?? '')
  return code ? reasonTexts[kind][code[1] as 'same_row'](code[2] ?? '') : reason
}
