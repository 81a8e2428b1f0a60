import { isEmail, normaliseEmail } from '#core/email.ts'
import type { Role } from '#core/roles.ts'
import type { ImportRow, InvitationRole, InvitationState, InviteeFact, Verdict } from './contract.ts'

const schoolRoles = ['student', 'proctor', 'school_admin', 'school_super_admin'] as const

/** Whom a role may invite: the superadmin anybody, a school super admin all of a school, a school admin students and proctors, a facility admin their like. */
export function invitableRoles(role: Role): readonly InvitationRole[] {
  switch (role) {
    case 'superadmin':
      return [...schoolRoles, 'facility_admin']
    case 'school_super_admin':
      return schoolRoles
    case 'school_admin':
      return ['student', 'proctor']
    case 'facility_admin':
      return ['facility_admin']
    default:
      return []
  }
}

/** Days an invitation lives: 14 for students and proctors, 30 for administrators. */
export function lifetimeDays(role: InvitationRole): 14 | 30 {
  return role === 'student' || role === 'proctor' ? 14 : 30
}

/** The accept page of a role (Spec §2): students and proctors have their own, administrators share one. */
export function acceptPath(role: InvitationRole): string {
  if (role === 'student') return '/accept-student-invitation'
  return role === 'proctor' ? '/accept-proctor-invitation' : '/accept-invitation'
}

/** Why an invitation in this state cannot be sent again; null when it can (also one revoked or expired). */
export function resendProblem(state: InvitationState): string | null {
  return state === 'accepted' ? 'Already accepted.' : null
}

/** Why an invitation in this state cannot be revoked; null when it can. */
export function revokeProblem(state: InvitationState): string | null {
  if (state === 'accepted') return 'Already accepted: deactivate the person instead.'
  return state === 'revoked' ? 'Already revoked.' : null
}

/** A file may have so many rows and bytes. */
export const importLimits = { rows: 2000, bytes: 1_000_000 } as const

export type ImportField = Exclude<keyof ImportRow, 'line'>

/** The columns of an import, in the template's order. */
export const importColumns: readonly { field: ImportField; label: string; required: boolean; max: number }[] =
  [
    { field: 'email', label: 'E-mail', required: true, max: 254 },
    { field: 'first_name', label: 'First name', required: true, max: 99 },
    { field: 'last_name', label: 'Last name', required: true, max: 99 },
    { field: 'student_id', label: 'Student ID', required: false, max: 60 },
    { field: 'cohort', label: 'Cohort', required: false, max: 120 },
    { field: 'program', label: 'Program', required: false, max: 120 },
    { field: 'phone', label: 'Phone', required: false, max: 40 },
  ]

const spellings: Record<string, ImportField> = {
  email: 'email', emailaddress: 'email', mail: 'email', emails: 'email',
  firstname: 'first_name', first: 'first_name', givenname: 'first_name', forename: 'first_name',
  lastname: 'last_name', last: 'last_name', surname: 'last_name', familyname: 'last_name',
  studentid: 'student_id', studentnumber: 'student_id', studentno: 'student_id', id: 'student_id',
  cohort: 'cohort', cohortname: 'cohort', group: 'cohort',
  program: 'program', programme: 'program', programname: 'program',
  phone: 'phone', phonenumber: 'phone', mobile: 'phone', telephone: 'phone', cell: 'phone',
} // prettier-ignore

/** The column that a heading names, whatever its case, blanks and hyphens; undefined when it is none of ours. */
export function columnOf(heading: string): ImportField | undefined {
  const key = heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return Object.hasOwn(spellings, key) ? spellings[key] : undefined
}

/** Why two columns cannot be told apart: one heading, twice, of a column that is read. Null when there are none. */
export function namedTwice(headings: readonly string[], fields: readonly unknown[]): string | null {
  const first = new Map<string, number>()
  for (const [at, heading] of headings.entries()) {
    const key = clean(heading).toLowerCase()
    if (key === '' || fields[at] === undefined) continue
    const before = first.get(key)
    if (before !== undefined)
      return `Columns ${before + 1} and ${at + 1} are both named “${clean(heading)}”. Rename one of them, then choose the file again.`
    first.set(key, at)
  }
  return null
}

const MAX_CELL = 2_000

/** Why a cell cannot be taken as it is: too long, or several lines where one is meant. Null when it can. */
export function cellProblem(row: number, heading: string, cell: string, isMultiline = false): string | null {
  if (cell.length > MAX_CELL)
    return `Row ${row}, “${clean(heading)}”: this cell has more than ${MAX_CELL.toLocaleString('en-US')} characters. Shorten it, then choose the file again.`
  if (isMultiline || !/[\r\n]/.test(cell.trim())) return null
  return `Row ${row}, “${clean(heading)}”: this cell has several lines. Either a quote is not closed, or there is a line break in it: correct it, then choose the file again.`
}

export type ReadTable = { rows: ImportRow[]; ignored: string[]; problem: string | null }

/**
 * Turns a parsed file (cells as text, headings first) into rows; blank lines are left out, `line` is the record's
 * number in the file. `problem` says why nothing can be read: no headings, a column missing, too many rows.
 */
export function readTable(table: readonly (readonly string[])[]): ReadTable {
  const nothing = (problem: string): ReadTable => ({ rows: [], ignored: [], problem })
  const at = table.findIndex((cells) => !isBlank(cells))
  const headings = table[at]
  if (!headings) return nothing('The file is empty.')
  const named = headings.map(columnOf)
  const twice = namedTwice(headings, named)
  if (twice) return nothing(twice)
  // Of two columns with one meaning, the first counts; the other is named among those that are not used.
  const fields = named.map((field, column) => (named.indexOf(field) === column ? field : undefined))
  const missing = importColumns.filter(({ field, required }) => required && !fields.includes(field))
  if (missing.length > 0)
    return nothing(
      `The first line must name the columns. Missing: ${missing.map(({ field }) => field).join(', ')}.`,
    )
  const rows: ImportRow[] = []
  for (const [index, cells] of table.entries()) {
    if (index <= at || isBlank(cells)) continue
    const row = { ...emptyRow, line: index + 1 }
    for (const { field } of importColumns) {
      const column = fields.indexOf(field)
      if (column < 0) continue
      const problem = cellProblem(index + 1, headings[column]!, cells[column] ?? '')
      if (problem) return nothing(problem)
      row[field] = clean(cells[column] ?? '')
    }
    rows.push(row)
  }
  if (rows.length === 0) return nothing('The file has headings and no rows below them.')
  if (rows.length > importLimits.rows)
    return nothing(
      `The file has ${rows.length.toLocaleString('en-US')} rows; at most ${importLimits.rows.toLocaleString('en-US')} go at once. Split it into several files.`,
    )
  const ignored = headings.filter((heading, index) => heading.trim() !== '' && fields[index] === undefined)
  return { rows, ignored: ignored.map(clean), problem: null }
}

const emptyRow: ImportRow = {
  line: 1, email: '', first_name: '', last_name: '', student_id: '', cohort: '', program: '', phone: '',
} // prettier-ignore

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => clean(cell) === '')
}

/** A cell without what cannot be seen (control signs, marks that turn the reading direction), blanks made single. */
export function clean(text: string): string {
  return text
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Cs}/gu, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** What is wrong with the fields of a row, field → sentence; empty when nothing is. */
export function rowProblems(row: ImportRow): Partial<Record<ImportField, string>> {
  const problems: Partial<Record<ImportField, string>> = {}
  for (const { field, label, required, max } of importColumns) {
    const value = clean(row[field])
    if (required && value === '') problems[field] = `${label} is missing.`
    else if (value.length > max) problems[field] = `${label} is longer than ${max} characters.`
  }
  if (!problems.email && !isEmail(normaliseEmail(clean(row.email))))
    problems.email = `“${clean(row.email)}” is not an e-mail address.`
  return problems
}

/** The address of a row as it is stored and compared. */
export function rowEmail(row: Pick<ImportRow, 'email'>): string {
  return normaliseEmail(clean(row.email))
}

export type RowVerdict = {
  verdict: Verdict
  reason: string | null
  fields: Partial<Record<ImportField, string>>
}

const reasons: Record<InviteeFact, string> = {
  member: 'Already has an account at this school.',
  invited: 'Has an open invitation already.',
  elsewhere:
    'This address belongs to an account outside this school. Ask for another address, or write to support.',
}

/**
 * The verdict on each row, in their order: invalid, then duplicate in the file (all but the first valid row of an
 * address), then what is known of the address, else ok. Exactly the rows with `ok` are sent.
 */
export function verdictsOf(
  rows: readonly ImportRow[],
  facts: Readonly<Record<string, InviteeFact>>,
): RowVerdict[] {
  const firstLine = new Map<string, number>()
  return rows.map((row) => {
    const fields = rowProblems(row)
    const [problem] = Object.values(fields)
    if (problem) return { verdict: 'invalid', reason: Object.values(fields).join(' '), fields }
    const email = rowEmail(row)
    const first = firstLine.get(email)
    if (first !== undefined)
      return { verdict: 'duplicate', reason: `The same address stands in row ${first}.`, fields }
    firstLine.set(email, row.line)
    const fact = Object.hasOwn(facts, email) ? facts[email] : undefined
    return fact ? { verdict: fact, reason: reasons[fact], fields } : { verdict: 'ok', reason: null, fields }
  })
}

/** What a verdict is called. */
export const verdictLabels: Record<Verdict, string> = {
  ok: 'Ready',
  invalid: 'Invalid',
  duplicate: 'Duplicate in file',
  member: 'Already member',
  invited: 'Already invited',
  elsewhere: 'Other school',
  too_often: 'Enough for today',
}

/** How many rows have each verdict. */
export function countVerdicts(verdicts: readonly Pick<RowVerdict, 'verdict'>[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = {
    ok: 0,
    invalid: 0,
    duplicate: 0,
    member: 0,
    invited: 0,
    elsewhere: 0,
    too_often: 0,
  }
  for (const { verdict } of verdicts) counts[verdict]++
  return counts
}
