import { wordsApart, dictionaryOf, namedIn } from '#features/mappings/rules.ts'
import { type Reader } from './reader.ts'
import type { KnownUnit, Named } from './types.ts'

const usual = dictionaryOf([])
const tokensOf = (text: string): string[] => wordsApart(text).split(' ').filter(Boolean)
/** Words that don't help identify a unit. */
const idle = new Set(['the', 'unit', 'floor', 'ward', 'dept', 'department', 'our', 'a'])

export type FoundUnit = { quote: string; units: KnownUnit[]; isExact: boolean }

/** Words after "at", "on" or "in", up to what other rules read. */
const PHRASE = /(?<![\p{L}\p{N}])(at|on|in|@)\s+((?:[\p{L}\p{N}&'’/-]+\.?\s*){1,8})/iu
const endsPhrase = new Set([
  'from',
  'for',
  'with',
  'at',
  'on',
  'in',
  'instructor',
  'proctor',
  'until',
  'to',
  'starting',
  'beginning',
  'not',
  'except',
  'and',
  'by',
  'led',
  'taught',
  'every',
  'each',
  'no',
  'both',
])

/** The units a sentence means: by full name, by the words after "at" with the site, or by specialty. */
export function parseUnit(reader: Reader, units: readonly KnownUnit[]): FoundUnit | null {
  const names = [...new Set(units.map(({ name }) => name))].toSorted((a, b) => b.length - a.length)
  const name = names.find((one) => reader.takeName(one) >= 0)
  const site = takeSite(reader, units)
  const here = (some: readonly KnownUnit[]) =>
    site ? some.filter((unit) => site.sites.has(unit.site)) : [...some]
  if (name !== undefined) {
    const named = units.filter((unit) => unit.name === name)
    return { quote: site ? `${name}, ${site.quote}` : name, units: here(named), isExact: true }
  }
  let found: FoundUnit | null = null
  reader.take(PHRASE, (match) => {
    if (found) return false
    const words = wordsOfPhrase(match[2] ?? '')
    if (words.length === 0) return false
    const at = reader.rest.indexOf(match[2]!, match.index)
    const reach = (count: number) => phraseLength(match[2]!, count)
    for (let count = words.length; count > 0; count--) {
      const those = fitting(words.slice(0, count).join(' '), here(units))
      if (those.length === 0) continue
      const quote = words.slice(0, count).join(' ')
      found = { quote: site ? `${quote}, ${site.quote}` : quote, units: those, isExact: false }
      reader.cover(match.index, at - match.index + reach(count))
      return false
    }
    const isName = /^at|^@/i.test(match[1]!) || /^[\p{Lu}\d]/u.test(words[0]!)
    if (!isName) return false
    found = { quote: words.join(' '), units: [], isExact: false }
    reader.cover(match.index, at - match.index + reach(words.length))
    return false
  })
  return found ?? (site ? { quote: site.quote, units: here(units), isExact: false } : null)
}

function wordsOfPhrase(phrase: string): string[] {
  const words = phrase.trim().split(/\s+/)
  const end = words.findIndex((word) => endsPhrase.has(word.toLowerCase()))
  return (end < 0 ? words : words.slice(0, end)).map((word) => word.replace(/\.$/, ''))
}
const phraseLength = (phrase: string, words: number): number =>
  new RegExp(`^\\s*(?:\\S+\\s*){${words - 1}}\\S+`).exec(phrase)?.[0].length ?? phrase.length

/** The units whose name and site contain all these words, at least one in the name; otherwise those of the specialty they name. */
export function fitting(phrase: string, units: readonly KnownUnit[]): KnownUnit[] {
  const words = tokensOf(phrase).filter((word) => !idle.has(word))
  if (words.length === 0) return []
  const byWords = units.filter(({ name, site }) => {
    const own = tokensOf(name)
    const all = new Set([...own, ...tokensOf(site)])
    return words.every((word) => all.has(word)) && words.some((word) => own.includes(word))
  })
  const whole = byWords.filter(({ name }) => tokensOf(name).every((word) => words.includes(word)))
  if (whole.length > 0) return whole
  if (byWords.length > 0) return byWords
  const named = namedIn(phrase, usual)
  const isAllNamed =
    named.length > 0 &&
    tokensOf(phrase).filter(
      (word) => !idle.has(word) && !named.some((one) => one.word.split(' ').includes(word)),
    ).length === 0
  return isAllNamed ? units.filter(({ specialty }) => named.some((one) => one.specialty === specialty)) : []
}

/** The sites that a sentence names, matched by as many words of their name as possible. */
function takeSite(reader: Reader, units: readonly KnownUnit[]): { quote: string; sites: Set<string> } | null {
  const sites = [...new Set(units.map(({ site }) => site))].filter(Boolean)
  const heads = new Map<string, Set<string>>()
  for (const site of sites) {
    const words = site.split(/\s+/)
    for (let count = 1; count <= words.length; count++) {
      const head = words.slice(0, count).join(' ')
      if (head.length >= 4) heads.set(head, (heads.get(head) ?? new Set()).add(site))
    }
  }
  const head = [...heads.keys()]
    .toSorted((a, b) => b.length - a.length)
    .find((one) => reader.takeName(one) >= 0)
  if (head === undefined) return null
  // The "at" words that led to it are also taken.
  return { quote: head, sites: heads.get(head)! }
}

/** The units to choose from, those that share words with the text first. */
export function nearest(quote: string, units: readonly KnownUnit[]): KnownUnit[] {
  const words = new Set(tokensOf(quote))
  const shared = ({ name, site }: KnownUnit) =>
    tokensOf(name).filter((word) => words.has(word)).length * 2 +
    tokensOf(site).filter((word) => words.has(word)).length
  return units.toSorted((a, b) => shared(b) - shared(a) || a.name.localeCompare(b.name))
}

export type FoundPerson = { quote: string; people: Named[]; at: number }
/** A full name in the sentence, and its position. */
export type FoundName = Named & { at: number }

/** Words that introduce instructors or preceptors. */
export const leads = {
  instructor:
    /(?<![\p{L}])(?:(?:clinical\s+)?(?:instructors?|proctors?|faculty)(?:\s+(?:is|are))?:?|taught\s+by|led\s+by|instructed\s+by|supervised\s+by|with|under)\s+/iu,
  preceptor: /(?<![\p{L}])(?:preceptors?(?:\s+(?:is|are))?:?|precepted\s+by)\s+/iu,
}

const noName = new Set([
  'a',
  'an',
  'the',
  'at',
  'on',
  'in',
  'for',
  'from',
  'and',
  'to',
  'not',
  'no',
  'up',
  'every',
  'each',
  'students',
  'student',
  'seats',
  'until',
  'except',
  'tbd',
  'tba',
  'same',
  'max',
  'maximum',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'eight',
  'ten',
  'is',
  'will',
  'all',
  'of',
  'starting',
  'beginning',
  'by',
  'instructor',
  'instructors',
])

const SEVERAL_WORDS = /(?:[\p{L}][\p{L}'’.-]*\s*){1,5}/uy
const NEXT_NAME = /\s*(?:,\s*(?:and\s+|&\s*)?|and\s+|&\s*)/iuy
const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
const isTitle = (word: string): boolean => /^(?:dr|prof|professor|ms|mr|mrs)$/i.test(word)

/**
 * The people named after "instructor", "with" or "preceptor", one or several ("with Hill and Ann Lee"), by part of a name or by full names
 * taken before.
 */
export function parsePeople(
  reader: Reader,
  lead: RegExp,
  people: readonly Named[],
  named: readonly FoundName[],
): FoundPerson[] {
  const found: FoundPerson[] = []
  reader.take(lead, (match) => {
    const isCertain = !/^(?:with|under)\s/i.test(match[0])
    let at = match.index + match[0].length
    let isLed = false
    for (let isAnd = true, isFirst = true; ; isFirst = false) {
      const whole = named.find((one) => one.at === at)
      const part = whole ? null : nameAt(reader.rest, at, people)
      const isName =
        part !== null &&
        (part.people.length > 0 || (isFirst ? isCertain || part.isCapital : isAnd && part.isFull))
      if (!whole && !isName) break
      if (part) {
        found.push({ quote: part.quote, people: part.people, at })
        reader.cover(at, part.length)
      }
      isLed = true
      const next = matchAt(NEXT_NAME, reader.rest, at + (part?.length ?? whole!.name.length))
      if (next === null) break
      at += (part?.length ?? whole!.name.length) + next.length
      isAnd = /and|&/i.test(next)
    }
    if (isLed) reader.cover(match.index, match[0].length)
    return false
  })
  return found
}

/** The words at a position that form a name, and the people it matches; takes as many words as match someone. */
function nameAt(text: string, at: number, people: readonly Named[]) {
  const phrase = matchAt(SEVERAL_WORDS, text, at)
  if (phrase === null) return null
  const all = phrase.trim().split(/\s+/)
  const end = all.findIndex((word) => noName.has(word.toLowerCase().replace(/\.$/, '')))
  const words = end < 0 ? all : all.slice(0, end)
  const plain = (some: readonly string[]) =>
    some.map((word) => word.replace(/\.$/, '')).filter((word) => !isTitle(word))
  if (plain(words).length === 0) return null
  for (let count = words.length; count > 0; count--) {
    const name = plain(words.slice(0, count))
    const some = name.map((word) => wordsApart(word))
    const those =
      name.length === 0 ? [] : people.filter((one) => some.every((word) => tokensOf(one.name).includes(word)))
    if (those.length > 0)
      return {
        quote: name.join(' '),
        people: those,
        length: phraseLength(phrase, count),
        isCapital: true,
        isFull: true,
      }
  }
  const name = plain(words)
  const isCapital = /^\p{Lu}/u.test(name[0]!)
  const isFull =
    name.length > 1 &&
    name.every((word) => /^\p{Lu}/u.test(word)) &&
    namedIn(name.join(' '), usual).length === 0
  return { quote: name.join(' '), people: [], length: phraseLength(phrase, words.length), isCapital, isFull }
}

/** The names that the sentence contains in full, in its order; of overlapping names, the longest. */
export function parseNames(reader: Reader, named: readonly Named[]): FoundName[] {
  return named
    .filter(({ name }) => name.trim().length > 2)
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((one) => ({ ...one, at: reader.takeName(one.name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
}
