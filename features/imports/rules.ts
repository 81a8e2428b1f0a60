import { refusal } from '#core/refusal.ts'
import type { CsvRecord } from '#core/csv-reader.ts'
import { isEmail } from '#core/email.ts'
import { formatNumber } from '#core/number-text.ts'
import { isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { readableName } from '#core/readable-name.ts'
import { FileProblem } from '#core/text-file.ts'
import { timeZoneOfCounty } from '#core/us-county-time-zones.ts'
import {
  cellProblem,
  importLimits as rosterLimits,
  namedTwice,
  readTable,
  type ReadTable,
} from '#features/invitations/rules.ts'
import type { ImportKind, ImportVerdict, RawRow, VerdictCounts } from './contract.ts'

/** The maximum rows and bytes of a file, and the maximum rows of one request. */
export const importLimits = { rows: 1_000_000, bytes: 500_000_000, chunk: 500 }

const fieldsOf: Record<ImportKind, Record<string, readonly string[]>> = {
  sites: {
    cms_certification_number: [
      'facilityid',
      'ccn',
      'cmscertificationnumber',
      'cmscertificationnumberccn',
      'providernumber',
      'federalprovidernumber',
    ],
    name: ['facilityname', 'name', 'hospitalname', 'providername'],
    address: ['address', 'streetaddress', 'provideraddress'],
    city: ['citytown', 'city'],
    state: ['state'],
    postal_code: ['zipcode', 'zip', 'postalcode'],
    county: ['countyparish', 'county', 'countyname'],
    phone: ['telephonenumber', 'telephone', 'phone', 'phonenumber'],
    site_type: ['hospitaltype', 'facilitytype', 'type'],
    ownership: ['hospitalownership', 'ownership', 'ownershiptype'],
    emergency: ['emergencyservices'],
    certified_beds: ['certifiedbeds', 'numberofcertifiedbeds'],
    latitude: ['latitude', 'lat'],
    longitude: ['longitude', 'longitud', 'lon', 'lng'],
  },
  schools: {
    unitid: ['unitid'],
    name: ['instnm', 'name', 'institutionname', 'schoolname'],
    aliases: ['ialias', 'aliases', 'alias'],
    address: ['addr', 'address', 'streetaddress'],
    city: ['city'],
    state: ['stabbr', 'state'],
    postal_code: ['zip', 'zipcode', 'postalcode'],
    county: ['countynm', 'county', 'countyname'],
    website: ['webaddr', 'website', 'webaddress'],
    phone: ['phone', 'telephone', 'gentele'],
    latitude: ['latitude', 'lat'],
    longitude: ['longitud', 'longitude', 'lon', 'lng'],
    bachelors: ['ccnebachelors'],
    masters: ['ccnemasters'],
    dnp: ['ccnednp'],
  },
}

/** Fields that may have several lines; in others, line breaks mean that a stray quote merged rows. */
const multiline: ReadonlySet<string> = new Set(['address', 'aliases'])

const required: Record<ImportKind, readonly { field: string; words: string }[]> = {
  sites: [
    { field: 'cms_certification_number', words: 'Facility ID (or ccn)' },
    { field: 'name', words: 'Facility Name (or name)' },
    { field: 'state', words: 'State' },
  ],
  schools: [
    { field: 'unitid', words: 'UNITID' },
    { field: 'name', words: 'INSTNM (or name)' },
    { field: 'state', words: 'STABBR (or state)' },
  ],
}

export type ReadFile = { rows: RawRow[]; ignored: string[]; problem: string | null }

/** The columns of a file: the field of each, and the unused headings. */
export type FileColumns = {
  headings: readonly string[]
  fields: readonly (string | undefined)[]
  ignored: string[]
}

/** Matches a file's headings to columns. Throws FileProblem if a column is missing or named twice. */
function columnsOfFile(kind: ImportKind, headings: readonly string[]): FileColumns {
  const named = columnsOf(kind, headings)
  const twice = namedTwice(headings, named)
  if (twice) throw new FileProblem(twice)
  // The first of two columns with the same meaning counts; the other is listed as unused.
  const fields = named.map((field, column) => (named.indexOf(field) === column ? field : undefined))
  const missing = required[kind].filter(({ field }) => !fields.includes(field))
  if (missing.length > 0)
    throw new FileProblem(
      `The first line must name the columns. Missing: ${missing.map(({ words }) => words).join(', ')}.`,
    )
  const ignored = headings.filter((heading, column) => heading.trim() !== '' && fields[column] === undefined)
  return { headings, fields, ignored: ignored.map(tidy) }
}

/** Converts a record of the file to field names. Throws FileProblem for a cell that cannot be used. */
function rowOfFile({ headings, fields }: FileColumns, { row, cells }: CsvRecord): RawRow {
  const found: Record<string, string> = {}
  for (const [column, field] of fields.entries()) {
    if (field === undefined) continue
    const problem = cellProblem(row, headings[column]!, cells[column] ?? '', multiline.has(field))
    if (problem) throw new FileProblem(problem)
    found[field] = tidy(cells[column] ?? '')
  }
  return { line: row, cells: found }
}

/** The maximum characters of rows in one request, below its limit whatever the encoding. */
const MAX_PART = 250_000

/** Splits rows into requests: at most 500 rows, and within the text limit. */
export function* partsOf(rows: readonly RawRow[]): Generator<RawRow[]> {
  let part: RawRow[] = []
  let size = 0
  for (const row of rows) {
    const length = JSON.stringify(row).length
    if (part.length > 0 && (part.length === importLimits.chunk || size + length > MAX_PART)) {
      yield part
      part = []
      size = 0
    }
    part.push(row)
    size += length
  }
  if (part.length > 0) yield part
}

/** Why a file with this many rows is not accepted; null when it is. */
function sizeProblem(rows: number): string | null {
  if (rows === 0) return 'The file has headings and no rows below them.'
  return rows > importLimits.rows
    ? `The file has more than ${formatNumber(importLimits.rows)} rows. Split it into several files.`
    : null
}

/**
 * Turns a parsed file (cells as text, headings first) into rows by field name. Skips blank lines; `line` is the record's number in the
 * file. `problem` says why nothing can be read: no headings, a column missing or named twice, a cell with several lines, too many rows.
 */
export function readImport(kind: ImportKind, table: readonly (readonly string[])[]): ReadFile {
  const nothing = (problem: string): ReadFile => ({ rows: [], ignored: [], problem })
  const at = table.findIndex((cells) => !isBlank(cells))
  if (at < 0) return nothing('The file is empty.')
  try {
    const columns = columnsOfFile(kind, table[at]!)
    const rows = table.flatMap((cells, index) =>
      index <= at || isBlank(cells) ? [] : [rowOfFile(columns, { row: index + 1, cells: [...cells] })],
    )
    const problem = sizeProblem(rows.length)
    return problem ? nothing(problem) : { rows, ignored: columns.ignored, problem: null }
  } catch (error) {
    if (error instanceof FileProblem) return nothing(error.message)
    throw error
  }
}

/**
 * Same for a file of any length, some rows at a time: `records` are read once, and only one piece is in memory. Throws FileProblem if the
 * file cannot be read completely. `onColumns` gets the unused headings.
 */
export async function* rowsOfFile(
  kind: ImportKind,
  records: AsyncIterable<readonly CsvRecord[]>,
  onColumns: (columns: FileColumns) => void = () => {},
): AsyncGenerator<RawRow[]> {
  let columns: FileColumns | undefined
  let count = 0
  for await (const piece of records) {
    const [first] = piece
    const rest = columns ? piece : piece.slice(1)
    if (!columns && first) onColumns((columns = columnsOfFile(kind, first.cells)))
    if (!columns) continue
    count += rest.length
    if (count > importLimits.rows) throw new FileProblem(sizeProblem(count)!)
    const known = columns
    if (rest.length > 0) yield rest.map((record) => rowOfFile(known, record))
  }
  if (!columns) throw new FileProblem('The file is empty.')
  if (count === 0) throw new FileProblem(sizeProblem(0)!)
}

/** The field of each heading, ignoring case, blanks and hyphens; undefined when it is unknown. */
function columnsOf(kind: ImportKind, headings: readonly string[]): (string | undefined)[] {
  const known = new Map(
    Object.entries(fieldsOf[kind]).flatMap(([field, spellings]) =>
      spellings.map((spelling) => [spelling, field] as const),
    ),
  )
  return headings.map((heading) =>
    known.get(
      heading
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, ''),
    ),
  )
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => tidy(cell) === '')

/**
 * Removes invisible characters from a cell, turns control characters and no-break spaces into spaces, and trims it. Keeps runs of spaces.
 */
function tidy(text: string): string {
  return text
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Cs}/gu, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\u00A0]/gu, ' ')
    .trim()
}

export type SiteRow = {
  cms_certification_number: string
  name: string
  organization_type: 'hospital' | 'long_term_care'
  site_type: string | null
  ownership: string | null
  has_emergency_services: boolean | null
  address: string | null
  city: string | null
  state: string
  postal_code: string | null
  county: string | null
  phone: string | null
  latitude: number | null
  longitude: number | null
  time_zone: string
}
export type SchoolRow = {
  unitid: string
  name: string
  aliases: string[]
  address: string | null
  city: string | null
  state: string
  postal_code: string | null
  phone: string | null
  website: string | null
  latitude: number | null
  longitude: number | null
  time_zone: string
  programs: { name: string; level: string }[]
}
/** A converted row; `problem` makes it invalid, `note` only says what was left out. */
export type Judged<Row> = { data: Row; problem: string | null; note: string | null }

/**
 * Converts a hospital or nursing home of Medicare's lists (Domain 2.2). Its identity is the Facility ID, six characters including leading
 * zeros; names in CAPITALS become title case. `countyOfZip` is used if the file has no county.
 */
export function siteOf(cells: Record<string, string>, countyOfZip?: string | null): Judged<SiteRow> {
  const problems: string[] = []
  const notes: string[] = []
  const id = (cells['cms_certification_number'] ?? '').toUpperCase()
  if (!/^[0-9A-Z]{6}$/.test(id)) problems.push(idProblem(id, 6, 'Facility ID'))
  const name = readableName(cells['name'] ?? '')
  if (name.length < 2) problems.push('The name is missing.')
  const address = addressOf(cells, countyOfZip, problems, notes)
  if (!address.city) problems.push('The city is missing.')
  const isNursingHome = 'certified_beds' in cells
  const row: SiteRow = {
    cms_certification_number: id,
    name,
    organization_type: isNursingHome ? 'long_term_care' : 'hospital',
    site_type: cells['site_type'] || (isNursingHome ? 'Nursing home' : null),
    ownership: cells['ownership'] || null,
    has_emergency_services: yesOrNo(cells['emergency']),
    county: cells['county'] ? readableName(cells['county']) : null,
    ...address,
  }
  for (const [field, label, max] of [
    ['name', 'name', 200],
    ['address', 'address', 300],
    ['county', 'county', 120],
    ['site_type', 'type', 120],
    ['ownership', 'ownership', 120],
  ] as const)
    // prettier-ignore
    if ((row[field]?.length ?? 0) > max) problems.push(`The ${label} is longer than ${max} characters.`)
  return judged(row, problems, notes)
}

/**
 * Converts a school of the national list of institutions (IPEDS), or of that list joined with CCNE's directory. Its identity is the UNITID;
 * IALIAS has its other names, separated by bars (or wide gaps).
 */
export function schoolOf(cells: Record<string, string>, countyOfZip?: string | null): Judged<SchoolRow> {
  const problems: string[] = []
  const notes: string[] = []
  const unitid = cells['unitid'] ?? ''
  if (!/^\d{6}$/.test(unitid)) problems.push(idProblem(unitid, 6, 'UNITID', 'digits'))
  const name = readableName(cells['name'] ?? '')
  if (name.length < 2) problems.push('The name is missing.')
  else if (name.length > 200) problems.push('The name is longer than 200 characters.')
  const address = addressOf(cells, countyOfZip, problems, notes)
  if ((address.address?.length ?? 0) > 300) problems.push('The address is longer than 300 characters.')
  const website = websiteOf(cells['website'] ?? '')
  if (cells['website'] && !website) notes.push(`“${cells['website']}” isn’t a web address and is left out.`)
  const has = (field: string): boolean => cells[field] === '1'
  return judged<SchoolRow>(
    {
      unitid,
      name,
      aliases: aliasesOf(cells['aliases'] ?? '', name),
      website,
      ...address,
      programs: [
        ...(has('bachelors') ? [{ name: 'Bachelor of Science in Nursing', level: 'BSN' }] : []),
        ...(has('masters') ? [{ name: 'Master of Science in Nursing', level: 'MSN' }] : []),
        ...(has('dnp') ? [{ name: 'Doctor of Nursing Practice', level: 'DNP' }] : []),
      ],
    },
    problems,
    notes,
  )
}

function judged<Row>(data: Row, problems: string[], notes: string[]): Judged<Row> {
  return { data, problem: problems.join(' ') || null, note: notes.join(' ') || null }
}

/** Returns the other names in IALIAS, each once, without the school's own name; at most twenty. */
export function aliasesOf(text: string, name: string): string[] {
  const names = text.split(/\s*\|\s*|\s{2,}/).map((alias) => alias.trim().slice(0, 200))
  return [...new Set(names)].filter((alias) => alias !== '' && alias !== name).slice(0, 20)
}

function addressOf(
  cells: Record<string, string>,
  countyOfZip: string | null | undefined,
  problems: string[],
  notes: string[],
) {
  const state = (cells['state'] ?? '').toUpperCase()
  const time_zone = timeZoneOfCounty(state, cells['county'] || countyOfZip)
  if (!time_zone) problems.push(state ? `“${state}” isn’t a US state.` : 'The state is missing.')
  const postal_code = postalCodeOf(cells['postal_code'] ?? '')
  if (cells['postal_code'] && !postal_code) problems.push(`“${cells['postal_code']}” isn’t a ZIP code.`)
  const latitude = degrees(cells['latitude'], 90)
  const longitude = degrees(cells['longitude'], 180)
  const hasPosition = latitude !== null && longitude !== null
  if (!hasPosition && (cells['latitude'] || cells['longitude']))
    notes.push('The position cannot be read and is left out.')
  const phone = phoneOf(cells['phone'] ?? '')
  if (phone && phone.length > 40) problems.push('The phone number is longer than 40 characters.')
  return {
    address: cells['address'] ? readableName(cells['address']) : null,
    city: cells['city'] ? readableName(cells['city']) : null,
    state,
    postal_code,
    phone,
    latitude: hasPosition ? latitude : null,
    longitude: hasPosition ? longitude : null,
    time_zone: time_zone ?? 'America/New_York',
  }
}

function idProblem(id: string, length: number, label: string, signs = 'digits or letters'): string {
  if (id === '') return `The ${label} is missing.`
  const lost = /^\d+$/.test(id) && id.length < length
  return `“${id}” isn’t a ${label}: it has ${length} ${signs}.${lost ? ' A spreadsheet may have dropped its leading zeros.' : ''}`
}

/**
 * Returns the five digits of a ZIP code, also of ZIP+4 with or without a hyphen; restores lost leading zeros (the code identifies nothing
 * here). Null if it isn't one.
 */
export function postalCodeOf(text: string): string | null {
  const found = /^(\d{3,5})(?:-\d{4})?$|^(\d{7,9})$/.exec(text.trim())
  if (!found) return null
  const [, short, long] = found
  return short ? short.padStart(5, '0') : long!.padStart(9, '0').slice(0, 5)
}

/** Formats a phone number of ten digits as "(334) 793-8701"; returns other text as it is, null for none. */
export function phoneOf(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (digits.length !== 10 || /[a-z]/i.test(text)) return text.trim() || null
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Adds https to a web address; null if a browser could not open it. */
export function websiteOf(text: string): string | null {
  if (text === '') return null
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`
  try {
    const { protocol, hostname, pathname, href } = new URL(full)
    const isGood =
      /^https?:$/.test(protocol) &&
      /\w\.[a-z]{2,}$/i.test(hostname) &&
      !/https?|\/\//.test(pathname) &&
      !/\.https?$/.test(hostname)
    return isGood && href.length <= 300 ? href : null
  } catch {
    return null
  }
}

function yesOrNo(text: string | undefined): boolean | null {
  return text === undefined || text === '' ? null : /^(yes|y|true|1)$/i.test(text)
}

function degrees(text: string | undefined, most: number): number | null {
  if (!text || !/^-?\d+(\.\d+)?$/.test(text)) return null
  const number = Number(text)
  return Math.abs(number) <= most ? number : null
}

export const verdictLabels: Record<ImportVerdict, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  duplicate: 'Duplicate in file',
  invalid: 'Invalid',
  left_out: 'Left out',
}

export const noCounts: VerdictCounts = {
  new: 0,
  changed: 0,
  unchanged: 0,
  duplicate: 0,
  invalid: 0,
  left_out: 0,
}

const fieldLabels: Record<string, string> = {
  cms_certification_number: 'Facility ID',
  unitid: 'UNITID',
  postal_code: 'ZIP code',
  site_type: 'type',
  has_emergency_services: 'emergency services',
  aliases: 'other names',
  position: 'position',
}

/** The columns of a report, and each row's cells: line, verdict, reason, id, name, city, state, changes. */
export function reportOf(
  kind: ImportKind,
  rows: readonly {
    line: number
    verdict: ImportVerdict
    reason: string | null
    note: string | null
    data: Record<string, unknown>
    changes: Record<string, readonly [unknown, unknown]>
  }[],
): { header: string[]; rows: (string | number)[][] } {
  const key = kind === 'sites' ? 'cms_certification_number' : 'unitid'
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return {
    header: [
      'row',
      'verdict',
      'reason',
      kind === 'sites' ? 'facility_id' : 'unitid',
      'name',
      'city',
      'state',
      'changes',
    ],
    rows: rows.map(({ line, verdict, reason, note, data, changes }) => [
      line,
      verdictLabels[verdict],
      [reason, note].filter(Boolean).join(' '),
      text(data[key]),
      text(data['name']),
      text(data['city']),
      text(data['state']),
      changesText(changes),
    ]),
  }
}

/** Lists what a row would change: "name: Old → New; phone: – → (414) 555-0100". */
export function changesText(changes: Record<string, readonly [unknown, unknown]>): string {
  const words = (value: unknown): string =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0)
      ? '–'
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : Array.isArray(value)
          ? value.join(', ')
          : String(value as string | number)
  return Object.entries(changes)
    .map(([field, [before, after]]) => `${fieldLabels[field] ?? field}: ${words(before)} → ${words(after)}`)
    .join('; ')
}

export type RosterFile = { name: string; table: readonly (readonly string[])[] }
export type Roster = ReadTable & {
  /** Row → why it is left out. */
  leftOut: Record<number, string>
  /** Harmless findings in the files. */
  notes: string[]
  /** The file's cells, if it is a plain CSV whose columns can be chosen. */
  table?: readonly (readonly string[])[]
}

/** The files of Canvas's SIS export, each recognized by columns that only it has. */
const canvasKinds = {
  users: ['user_id', 'login_id', 'status'],
  enrollments: ['user_id', 'role', 'section_id', 'status'],
  sections: ['section_id', 'course_id', 'name', 'status'],
  courses: ['course_id', 'short_name', 'long_name'],
  terms: ['term_id', 'name', 'status'],
  accounts: ['account_id', 'parent_account_id', 'name'],
} as const
type CanvasKind = keyof typeof canvasKinds
type Record_ = Record<string, string> & { line: string }

/**
 * Reads students from a plain CSV, or from the files of a Canvas SIS export (Domain 2.9): everyone enrolled as a student and not deleted.
 * Only users.csv is required. With enrollments.csv, teachers and people who are not enrolled are left out with a reason, and can be
 * included again.
 */
export function readRoster(files: readonly RosterFile[]): Roster {
  const nothing = (problem: string): Roster => ({ rows: [], ignored: [], problem, leftOut: {}, notes: [] })
  const found = new Map<CanvasKind, Record_[]>()
  const others: RosterFile[] = []
  for (const file of files) {
    const kind = canvasKindOf(file.table)
    if (!kind) others.push(file)
    else if (found.has(kind)) return nothing(`Two of the files hold ${kind}: choose one of them.`)
    else found.set(kind, recordsOf(file.table))
  }
  const users = found.get('users')
  if (found.size === 0 || (!users && others.length === 1 && isRosterTable(others[0]!.table))) {
    if (others.length !== 1)
      return nothing(
        others.length === 0
          ? 'Choose a file.'
          : 'Choose one CSV or Excel file, or the files of a Canvas export.',
      )
    return { ...readTable(others[0]!.table), leftOut: {}, notes: [], table: others[0]!.table }
  }
  if (!users) return nothing('From a Canvas export, choose users.csv: the other files have no names.')
  if (users.length === 0) return nothing('users.csv has headings and no rows below them.')
  if (users.length > rosterLimits.rows)
    return nothing(
      `users.csv has ${formatNumber(users.length)} rows; at most ${formatNumber(rosterLimits.rows)} are allowed. Split it into several files.`,
    )
  const enrolled = found.get('enrollments')
  const leftOut: Record<number, string> = {}
  const firstRow = new Map<string, number>()
  const rows = users.map((user) => {
    const line = Number(user.line)
    const reason = whyLeftOut(user, enrolled, firstRow)
    if (reason) leftOut[line] = reason
    else firstRow.set(user['user_id'] ?? '', line)
    const [last = '', first = ''] = (user['sortable_name'] ?? '').split(/,\s*/)
    const [given = '', ...family] = (user['full_name'] ?? '').split(/\s+/)
    const login = user['login_id'] ?? ''
    return {
      line,
      email: user['email'] || (isEmail(login) ? login : ''),
      first_name: user['first_name'] || first || given,
      last_name: user['last_name'] || last || family.join(' '),
      student_id: user['user_id'] ?? '',
      cohort: '',
      program: '',
      phone: '',
    }
  })
  return {
    rows,
    ignored: [],
    problem: null,
    leftOut,
    notes: [
      ...canvasNotes(found),
      ...(others.length > 0 ? [`Not used: ${listed(others.map(({ name }) => name))}.`] : []),
    ],
  }
}

function canvasKindOf(table: RosterFile['table']): CanvasKind | undefined {
  const headings = new Set((table[0] ?? []).map((heading) => tidy(heading).toLowerCase()))
  return (Object.keys(canvasKinds) as CanvasKind[]).find((kind) =>
    canvasKinds[kind].every((heading) => headings.has(heading)),
  )
}

const isRosterTable = (table: RosterFile['table']): boolean => readTable(table).problem === null

function recordsOf(table: RosterFile['table']): Record_[] {
  const headings = (table[0] ?? []).map((heading) => tidy(heading).toLowerCase())
  return table.flatMap((cells, index) =>
    index === 0 || isBlank(cells)
      ? []
      : [
          {
            ...Object.fromEntries(headings.map((heading, column) => [heading, tidy(cells[column] ?? '')])),
            line: String(index + 1),
          },
        ],
  )
}

function whyLeftOut(
  user: Record_,
  enrolled: readonly Record_[] | undefined,
  firstRow: ReadonlyMap<string, number>,
): string | null {
  const id = user['user_id'] ?? ''
  const first = firstRow.get(id)
  if (first !== undefined) return `The same user_id is in row ${first}.`
  if (user['status'] !== 'active') return `Is ${user['status'] || 'not active'} in Canvas.`
  if (!enrolled) return null
  const theirs = enrolled.filter((enrollment) => enrollment['user_id'] === id)
  if (theirs.length === 0) return 'Is not enrolled in these files.'
  const students = theirs.filter(({ role }) => role?.toLowerCase() === 'student')
  if (students.length === 0)
    return `Is enrolled as ${theirs[0]!['role'] || 'something else'}, not as a student.`
  return students.some(({ status }) => status === 'active') ? null : 'No longer enrolled as a student.'
}

/** Inconsistencies in the files of an export: unknown sections, courses, accounts and people, and wrong dates. */
function canvasNotes(found: ReadonlyMap<CanvasKind, readonly Record_[]>): string[] {
  const notes: string[] = []
  const missing = (of: CanvasKind, column: string, at: CanvasKind, key: string): void => {
    const there = found.get(at)
    if (!there) return
    const known = new Set(there.map((record) => record[key]))
    const lost = new Set(
      (found.get(of) ?? []).flatMap((record) =>
        record[column] && !known.has(record[column]) ? [record[column]] : [],
      ),
    )
    if (lost.size > 0)
      notes.push(`${of}.csv names ${column} ${listed([...lost])}, which ${at}.csv does not have.`)
  }
  missing('enrollments', 'section_id', 'sections', 'section_id')
  missing('enrollments', 'course_id', 'courses', 'course_id')
  missing('enrollments', 'user_id', 'users', 'user_id')
  missing('sections', 'course_id', 'courses', 'course_id')
  missing('courses', 'account_id', 'accounts', 'account_id')
  missing('courses', 'term_id', 'terms', 'term_id')
  for (const term of found.get('terms') ?? [])
    for (const column of ['start_date', 'end_date']) {
      const text = term[column]
      if (text && !canvasDate(text)) notes.push(`terms.csv, row ${term.line}: “${text}” isn’t a date.`)
    }
  return notes
}

const listed = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

/** Parses a date as Canvas exports it ("2013-1-03 00:00:00-06:00": months and days may have one digit); null for none. */
export function canvasDate(text: string): PlainDate | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]|$)/.exec(text.trim()) ?? []
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(date) ? date : null
}

/** Why a file can no longer be changed, or null: it was written. */
export function openBlocker({ status }: { status: 'open' | 'committed' }) {
  return status === 'open' ? null : refusal('import.done')
}
