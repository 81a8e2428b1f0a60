import { addDays, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import type { Credential, Precheck } from '../contract.ts'

/** What was read from documents: the text, and the reader's confidence from 0 to 100. */
export type Reading = { text: string; confidence: number }

/** Words that identify a document of a built-in type; other types use the words of their name. */
const typeWords: Record<string, readonly string[]> = {
  BLS: ['basic life support', 'bls', 'cpr'],
  TB: ['tuberculosis', 'tuberculin', 'quantiferon', 'igra', 't-spot', 'ppd', 'mantoux', 'chest x-ray'],
  FLU: ['influenza', 'flu', 'fluzone', 'flucelvax', 'fluarix', 'flumist'],
  HEPB: ['hepatitis b', 'hep b', 'hbsab', 'anti-hbs', 'engerix', 'recombivax', 'heplisav'],
  MMR: ['measles', 'mumps', 'rubella', 'mmr'],
  VAR: ['varicella', 'chickenpox', 'vzv', 'varivax'],
  TDAP: ['tdap', 'tetanus', 'diphtheria', 'pertussis', 'boostrix', 'adacel'],
  COVID: ['covid', 'sars-cov-2', 'moderna', 'pfizer', 'novavax'],
  BGC: ['background', 'criminal'],
  DRUG: ['drug', 'urine', 'panel', 'chain of custody'],
  LIAB: ['liability', 'insurance', 'insured'],
  HIPAA: ['hipaa'],
  OSHA: ['osha', 'bloodborne'],
  FIT: ['fit test', 'respirator', 'n95'],
  FITMED: ['respirator', 'medical clearance', 'medical evaluation'],
  PHYS: ['physical', 'health form', 'examination'],
  LICENSE: ['license', 'board of nursing'],
}
/** Below this confidence, the letters are guesses. */
const READABLE = 55
const LEAST_LETTERS = 12

/** Letters and digits in lower case without accents, between single spaces. */
const plainWords = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const holds = (text: string, words: string): boolean => text.includes(plainWords(words))

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const DATES =
  /\b(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})|([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4}))\b/gi

type FoundDate = { on: PlainDate; before: string }

/** The dates in a text, in order, each with the words before it; skips dates that do not exist. */
export function datesIn(text: string): FoundDate[] {
  return [...text.matchAll(DATES)].flatMap((found) => {
    const [
      ,
      isoYear,
      isoMonth,
      isoDay,
      usMonth,
      usDay,
      usYear,
      word,
      wordDay,
      wordYear,
      firstDay,
      laterWord,
      laterYear,
    ] = found
    const named = word ?? laterWord
    const year = isoYear ?? wordYear ?? laterYear ?? (usYear!.length === 2 ? `20${usYear}` : usYear!)
    const month = named ? MONTHS.indexOf(named.toLowerCase()) + 1 : Number(isoMonth ?? usMonth)
    const on = `${year}-${String(month).padStart(2, '0')}-${(isoDay ?? usDay ?? wordDay ?? firstDay)!.padStart(2, '0')}`
    return isPlainDate(on) ? [{ on, before: text.slice(Math.max(0, found.index - 40), found.index) }] : []
  })
}

type Checkable = Pick<CredentialType, 'code' | 'name' | 'owner_kind'>
/** The person whose document it should be, and the day it is read. */
type Around = { full_name: string; today: PlainDate }

/** Compares what was read with the type and the person: whether it is such a document, readable and theirs, and which dates it names. */
export function precheckOf(
  type: Checkable,
  { text, confidence }: Reading,
  { full_name: name, today }: Around,
): Precheck {
  const words = plainWords(text)
  const isReadable = confidence >= READABLE && words.trim().length >= LEAST_LETTERS
  const own = (type.owner_kind === 'platform' ? typeWords[type.code] : undefined) ?? longWords(type.name)
  const parts = plainWords(name).trim().split(' ').filter(Boolean)
  const first = parts[0]
  const last = parts.at(-1)
  const has = [first, last].filter((part) => part && words.includes(` ${part} `)).length
  const latest = addDays(today, 3_660)
  const dates = datesIn(text).map(({ on }) => on)
  return {
    type_match: own.some((word) => holds(words, word))
      ? 'yes'
      : isReadable && own.length > 0
        ? 'no'
        : 'unknown',
    is_readable: isReadable,
    dates: [...new Set(dates)]
      .filter((on) => on > '1950-01-01' && on < latest)
      .toSorted()
      .slice(-20),
    name_match: has === 2 ? 'yes' : isReadable && has === 0 ? 'no' : 'unknown',
    confidence: Math.min(100, Math.max(0, Math.round(confidence))),
  }
}

const longWords = (name: string): string[] =>
  plainWords(name)
    .trim()
    .split(' ')
    .filter((word) => word.length > 3)

/** The dates to fill in: issued on and valid until, if the document labels them or has only one. Guesses nothing else. */
export function fillsOf(
  { text }: Reading,
  today: PlainDate,
): { issued_on?: PlainDate; stated_on?: PlainDate } {
  const found = datesIn(text)
  const isOf = (words: RegExp) => (one: FoundDate) => words.test(one.before.split('\n').at(-1)!)
  const born = isOf(/birth|dob|born/i)
  const past = found.filter((one) => one.on <= today && !born(one))
  const future = found.filter(({ on }) => on > today)
  const issued =
    past.find(isOf(/issue|complet|given|administ|performed|collected|exam|test|date/i)) ??
    (new Set(past.map(({ on }) => on)).size === 1 ? past[0] : undefined)
  const stated =
    future.find(isOf(/expir|valid|through|until|renew|end/i)) ?? (future.length === 1 ? future[0] : undefined)
  return { ...(issued && { issued_on: issued.on }), ...(stated && { stated_on: stated.on }) }
}

/** What to check again, in sentences, for the sender and the reviewer. */
export function precheckWarnings(checked: Precheck, type: Pick<CredentialType, 'name'>): string[] {
  if (!checked.is_readable)
    return ['We couldn’t read this document. Check that it is sharp and shows the whole page.']
  return [
    checked.type_match === 'no' ? `This doesn’t look like ${type.name}.` : null,
    checked.name_match === 'no' ? 'We didn’t find a matching name on it.' : null,
    checked.dates.length === 0 ? 'We didn’t find a date on it.' : null,
  ].filter((warning) => warning !== null)
}

/** True if the reader found everything a reviewer would check: the type, the name and the dates that were filled in. */
export function isPrechecked({ precheck: found, values }: Pick<Credential, 'precheck' | 'values'>): boolean {
  const said = Object.values(values).flatMap((value) =>
    typeof value === 'string' && isPlainDate(value) ? [value] : Array.isArray(value) ? value : [],
  )
  return (
    found !== null &&
    found.is_readable &&
    found.type_match === 'yes' &&
    found.name_match === 'yes' &&
    said.length > 0 &&
    said.every((on) => found.dates.includes(on))
  )
}

type Bulk = Pick<Credential, 'type_id' | 'precheck' | 'values'> & { is_restricted: boolean }

/** Why several cannot be approved at once, or null: all must be of one type and prechecked (domain §2.8). */
export function bulkBlocker(rows: readonly Bulk[]) {
  if (new Set(rows.map(({ type_id: type }) => type)).size > 1) return refusal('credential.bulk_types')
  const open = rows.filter((row) => row.is_restricted || !isPrechecked(row)).length
  return open > 0 ? refusal('credential.bulk_unchecked', { open }) : null
}
