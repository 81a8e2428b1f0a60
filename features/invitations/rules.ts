import { headingRowOf } from '#core/heading-row.ts'
import { emailProblem, isEmail, normaliseEmail } from '#core/email.ts'
import { formatNumber } from '#core/number-text.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { JobItemStatus } from '#features/jobs/contract.ts'
import { visibleText } from '#core/visible-text.ts'
import type {
  ImportRow,
  InvitationRole,
  InvitationState,
  InviteeFact,
  KnownCohort,
  OpenedInvitation,
  Verdict,
} from './contract.ts'

/** Days until an invitation expires: 14 for students and proctors, 30 for administrators. */
export function lifetimeDays(role: InvitationRole): 14 | 30 {
  return role === 'student' || role === 'proctor' ? 14 : 30
}

/** The accept page of a role (Spec §2): students and proctors have their own, administrators share one. */
export function acceptPath(role: InvitationRole): string {
  if (role === 'student') return '/accept-student-invitation'
  return role === 'proctor' ? '/accept-proctor-invitation' : '/accept-invitation'
}

/** The transitions of an invitation: its sender sends, resends and revokes it; the system opens and accepts it for the link's holder. */
export const invitationSteps = [
  { event: 'open', from: 'sent', to: 'opened', parties: ['system'] },
  { event: 'accept', from: 'sent', to: 'accepted', parties: ['system'] },
  { event: 'accept', from: 'opened', to: 'accepted', parties: ['system'] },
  { event: 'resend', from: 'sent', to: 'sent', parties: ['sender'] },
  { event: 'resend', from: 'opened', to: 'sent', parties: ['sender'] },
  { event: 'resend', from: 'revoked', to: 'sent', parties: ['sender'] },
  { event: 'revoke', from: 'sent', to: 'revoked', parties: ['sender', 'system'] },
  { event: 'revoke', from: 'opened', to: 'revoked', parties: ['sender', 'system'] },
] as const satisfies readonly Step<Exclude<InvitationState, 'expired'>, 'sender' | 'system'>[]

/** Why an invitation in this status cannot be sent again; null when it can (also when revoked or expired). */
export function resendBlocker(state: string) {
  return state === 'accepted' ? refusal('invitation.accepted') : null
}

/** Seconds until an invitation may be sent again: after five resends the wait doubles from one second up to 15 minutes. */
export function resendWait(sent: { resend_count: number; seconds_since_sent: number }): number {
  if (sent.resend_count < 5) return 0
  return Math.max(0, Math.ceil(Math.min(900, 2 ** (sent.resend_count - 5)) - sent.seconds_since_sent))
}

/** Why an invitation in this status cannot be revoked; null when it can. */
export function revokeBlocker(state: string) {
  if (state === 'accepted') return refusal('invitation.joined')
  return state === 'revoked' ? refusal('invitation.revoked') : null
}

/** Why no one can be invited to a school or facility, or null: it and all its ancestors must be active. */
export function tenantBlocker(kind: 'school' | 'facility', isOpen: boolean) {
  return isOpen ? null : refusal('invitation.tenant_closed', { kind })
}

/** An invitation as its link finds it, with what may have changed since it was sent. */
export type LinkFacts = {
  status: string
  is_over: boolean
  is_replaced: boolean
  /** True while the school or facility and all its ancestors are active. */
  is_open: boolean
  /** True while its sender may still invite there. */
  may_invite: boolean
}

/** Why an open invitation is no longer valid, although it was when sent. */
function linkBlocker({ is_open: isOpen, may_invite: mayInvite }: LinkFacts) {
  if (!isOpen) return 'tenant_closed'
  return mayInvite ? null : 'inviter_gone'
}

/**
 * The state that a link shows; if several apply, the most helpful. The replaced link of an accepted invitation says it was accepted; if the
 * replacement expired too, the page offers to ask for a new one.
 */
export function linkState(facts: LinkFacts): OpenedInvitation['state'] {
  if (facts.status === 'accepted' || facts.status === 'revoked') return facts.status
  if (facts.is_over) return 'expired'
  return facts.is_replaced ? 'replaced' : (linkBlocker(facts) ?? 'valid')
}

/**
 * Whom to notify that someone needs a new link: no one while theirs works or the school or facility is closed; else the inviter, or the
 * current administrators if the inviter may no longer invite.
 */
export function renewalAskedOf(facts: LinkFacts): 'inviter' | 'administrators' | null {
  if (facts.status !== 'sent' && facts.status !== 'opened') return null
  const blocker = linkBlocker(facts)
  if (blocker === 'inviter_gone') return 'administrators'
  return blocker === null && facts.is_over ? 'inviter' : null
}

/** What is known of an address: an account at this tenant, an open invitation, an account elsewhere, and the daily email limit. */
type KnownAddress = {
  is_member: boolean
  is_invited: boolean
  is_elsewhere: boolean
  had_enough: boolean
}

/** Why an address cannot be invited, or null; the first reason that applies. */
export function inviteeFact(known: KnownAddress): InviteeFact | 'too_often' | null {
  if (known.is_member) return 'member'
  if (known.is_invited) return 'invited'
  if (known.is_elsewhere) return 'elsewhere'
  return known.had_enough ? 'too_often' : null
}

/** The maximum rows and bytes of a file. */
export const importLimits = { rows: 2000, bytes: 1_000_000 } as const

export type ImportField = Exclude<keyof ImportRow, 'line'>

/** The columns of an import, in the template's order. */
export const importColumns: readonly { field: ImportField; label: string; required: boolean; max: number }[] =
  [
    { field: 'email', label: 'Email', required: true, max: 254 },
    { field: 'first_name', label: 'First name', required: true, max: 99 },
    { field: 'last_name', label: 'Last name', required: true, max: 99 },
    { field: 'student_id', label: 'Student ID', required: false, max: 60 },
    { field: 'cohort', label: 'Cohort', required: false, max: 120 },
    { field: 'program', label: 'Program', required: false, max: 120 },
    { field: 'phone', label: 'Phone', required: false, max: 40 },
  ]

/** What a column of a file may contain: a field, or first and last name in one. */
export type ColumnField = ImportField | 'full_name'

/** Labels for the contents of a column, in the order of the menu. */
export const columnLabels: Record<ColumnField, string> = {
  email: 'Email',
  full_name: 'Full name',
  first_name: 'First name',
  last_name: 'Last name',
  student_id: 'Student ID',
  cohort: 'Cohort',
  program: 'Program',
  phone: 'Phone',
}

const spellingsOf: Record<ColumnField, string> = {
  email:
    'email emailaddress mail emails studentemail studentemailaddress schoolemail universityemail collegeemail primaryemail emailid',
  full_name: 'fullname name studentname student studentfullname displayname preferredname legalname',
  first_name: 'firstname first givenname forename fname studentfirstname legalfirstname',
  last_name: 'lastname last surname familyname lname studentlastname legallastname',
  student_id:
    'studentid studentnumber studentno id sisid sisuserid studentidnumber idnumber universityid schoolid emplid bannerid',
  cohort: 'cohort cohortname group cohortcode class',
  program: 'program programme programname major track degree degreeprogram',
  phone:
    'phone phonenumber mobile telephone cell cellphone mobilephone mobilenumber cellnumber telephonenumber',
}

const fieldOfSpelling = new Map(
  Object.entries(spellingsOf).flatMap(([field, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, field as ColumnField] as const),
  ),
)

/** Normalizes a heading for comparing and storing it: no case, blanks or punctuation. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The column that a heading names, ignoring case, blanks and hyphens; undefined when it is unknown. */
export function columnOf(heading: string): ColumnField | undefined {
  return fieldOfSpelling.get(headingKey(heading))
}

/** What each column contains; null is an unused column. */
export type Columns = readonly (ColumnField | null)[]

/** What a school chose for headings earlier: heading (as in headingKey) → field, null for an unused column. */
export type RememberedColumns = Readonly<Record<string, ColumnField | null>>

/**
 * Matches headings to columns: as the school chose earlier, else by name. The first of two with the same meaning counts, and a full name
 * counts only if first or last name is missing.
 */
export function matchColumns(headings: readonly string[], remembered: RememberedColumns = {}): Columns {
  const wanted = headings.map((heading) => {
    const key = headingKey(heading)
    return Object.hasOwn(remembered, key) ? (remembered[key] ?? null) : (columnOf(heading) ?? null)
  })
  const isSplit = wanted.includes('first_name') && wanted.includes('last_name')
  return wanted.map((field, at) =>
    wanted.indexOf(field) === at && !(isSplit && field === 'full_name') ? field : null,
  )
}

/** Why the chosen columns cannot be read; null when they can. */
export function columnsProblem(columns: Columns): string | null {
  for (const [field, label] of Object.entries(columnLabels))
    if (columns.filter((column) => column === field).length > 1)
      return `Two columns are chosen as ${label}. Choose one of them.`
  if (!columns.includes('email')) return 'Choose the column with the email addresses.'
  if (columns.includes('full_name'))
    return columns.includes('first_name') || columns.includes('last_name')
      ? 'Choose either a full name, or first and last name.'
      : null
  if (!columns.includes('first_name')) return 'Choose the column that has the first names, or the full names.'
  return columns.includes('last_name')
    ? null
    : 'Choose the column that has the last names, or the full names.'
}

/** Splits a full name: "Tan, Amy Li" and "Amy Li Tan" are both Amy Li Tan; a single word is a first name. */
export function splitName(text: string): { first_name: string; last_name: string } {
  const name = visibleText(text)
  const comma = name.indexOf(',')
  if (comma >= 0)
    return { first_name: visibleText(name.slice(comma + 1)), last_name: visibleText(name.slice(0, comma)) }
  const words = name.split(' ')
  return words.length === 1
    ? { first_name: name, last_name: '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1)! }
}

/** Why two columns are ambiguous: two columns that are read have the same heading. Null when they don't. */
export function namedTwice(headings: readonly string[], fields: readonly unknown[]): string | null {
  const first = new Map<string, number>()
  for (const [at, heading] of headings.entries()) {
    const key = visibleText(heading).toLowerCase()
    if (key === '' || fields[at] === undefined) continue
    const before = first.get(key)
    if (before !== undefined)
      return `Columns ${before + 1} and ${at + 1} are both named “${visibleText(heading)}”. Rename one of them, then choose the file again.`
    first.set(key, at)
  }
  return null
}

const MAX_CELL = 2_000

/** Why a cell cannot be read: it is too long, or has several lines where one is expected. Null when it can. */
export function cellProblem(row: number, heading: string, cell: string, isMultiline = false): string | null {
  if (cell.length > MAX_CELL)
    return `Row ${row}, “${visibleText(heading)}”: this cell has more than ${formatNumber(MAX_CELL)} characters. Shorten it, then choose the file again.`
  if (isMultiline || !/[\r\n]/.test(cell.trim())) return null
  return `Row ${row}, “${visibleText(heading)}”: this cell has several lines. Either a quote is not closed, or there is a line break in it: correct it, then choose the file again.`
}

export type ReadTable = {
  rows: ImportRow[]
  ignored: string[]
  problem: string | null
  /** The file is readable, but its columns must be chosen first. */
  needsColumns?: boolean
}

const isHeading = (text: string): boolean => columnOf(text) !== undefined

/** The headings of a table with up to three sample values each, for choosing columns; null for an empty table. */
export function headingsOf(
  table: readonly (readonly string[])[],
  isKnown = isHeading,
): { headings: string[]; samples: string[][] } | null {
  const at = headingRowOf(table, isKnown)
  const headings = table[at]
  if (!headings) return null
  return {
    headings: headings.map(visibleText),
    samples: headings.map((_, column) => {
      const values: string[] = []
      for (let row = at + 1; row < table.length && values.length < 3; row++) {
        const value = visibleText(table[row]![column] ?? '').slice(0, 60)
        if (value !== '' && !values.includes(value)) values.push(value)
      }
      return values
    }),
  }
}

/**
 * Turns a parsed file (cells as text, headings before them) into rows. Skips blank lines, and a title above the headings; `line` is the record's number in the file. `columns`
 * says what each column contains, else its heading does. `problem` says why nothing can be read: no headings, a missing column, too many
 * rows; `needsColumns` is set if choosing columns would help.
 */
export function readTable(table: readonly (readonly string[])[], columns?: Columns): ReadTable {
  const nothing = (problem: string, more?: { needsColumns: boolean }): ReadTable => ({
    rows: [],
    ignored: [],
    problem,
    ...more,
  })
  const at = headingRowOf(table, isHeading)
  const headings = table[at]
  if (!headings) return nothing('The file is empty.')
  const twice = namedTwice(headings, headings.map(columnOf))
  if (twice && !columns) return nothing(twice)
  const fields = columns ?? matchColumns(headings)
  if (columnsProblem(fields)) {
    const missing = importColumns.filter(({ field, required }) => required && !fields.includes(field))
    return nothing(
      columns
        ? columnsProblem(columns)!
        : `The first line must name the columns. Missing: ${missing.map(({ label }) => label).join(', ')}.`,
      { needsColumns: !headings.some((heading) => isEmail(normaliseEmail(visibleText(heading)))) },
    )
  }
  const rows: ImportRow[] = []
  for (const [index, cells] of table.entries()) {
    if (index <= at || isBlank(cells)) continue
    const row = { ...emptyRow, line: index + 1 }
    for (const [column, field] of fields.entries()) {
      if (!field) continue
      const problem = cellProblem(index + 1, headings[column] ?? '', cells[column] ?? '')
      if (problem) return nothing(problem)
      if (field === 'full_name') Object.assign(row, splitName(cells[column] ?? ''))
      else row[field] = visibleText(cells[column] ?? '')
    }
    rows.push(row)
  }
  if (rows.length === 0) return nothing('The file has headings and no rows below them.')
  if (rows.length > importLimits.rows)
    return nothing(
      `The file has ${formatNumber(rows.length)} rows; at most ${formatNumber(importLimits.rows)} are allowed. Split it into several files.`,
    )
  const ignored = headings.filter((heading, index) => heading.trim() !== '' && !fields[index])
  return { rows, ignored: ignored.map(visibleText), problem: null }
}

const emptyRow: ImportRow = {
  line: 1,
  email: '',
  first_name: '',
  last_name: '',
  student_id: '',
  cohort: '',
  program: '',
  phone: '',
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => visibleText(cell) === '')
}

/** The problems of a row, field → sentence; empty without any. */
export function rowProblems(row: ImportRow): Partial<Record<ImportField, string>> {
  const problems: Partial<Record<ImportField, string>> = {}
  for (const { field, label, required, max } of importColumns) {
    const value = visibleText(row[field])
    if (required && value === '') problems[field] = `${label} is missing.`
    else if (value.length > max) problems[field] = `${label} is longer than ${max} characters.`
    else if (field.endsWith('_name') && value !== '' && !/\p{L}/u.test(value))
      problems[field] = `${label} has no letter in it.`
  }
  if (!problems.email && !isEmail(normaliseEmail(visibleText(row.email))))
    problems.email = lookAlike(row.email) ?? `“${visibleText(row.email)}” is not an email address.`
  return problems
}

function lookAlike(email: string): string | null {
  const problem = emailProblem(visibleText(email))
  return problem?.includes('U+') ? problem : null
}

/** The address of a row as stored and compared. */
export function rowEmail(row: Pick<ImportRow, 'email'>): string {
  return normaliseEmail(visibleText(row.email))
}

export type RowVerdict = {
  verdict: Verdict
  reason: string | null
  fields: Partial<Record<ImportField, string>>
}

/** Why a known address isn't invited. */
export const factReasons: Record<InviteeFact, string> = {
  member: 'Already has an account at this school.',
  invited: 'Already has an open invitation.',
  elsewhere:
    'This address belongs to an account outside this school. Use another address, or contact support.',
}

/** The cohort that a file means by name or code, same as for an accepted invitation; undefined when none can be joined. */
export function cohortNamed(name: string, cohorts: readonly KnownCohort[]): KnownCohort | undefined {
  const wanted = visibleText(name).toLowerCase()
  const open = openCohorts(cohorts)
  return (
    open.find((cohort) => cohort.name.toLowerCase() === wanted) ??
    open.find(({ code }) => code?.toLowerCase() === wanted)
  )
}

function cohortProblem(row: ImportRow, cohorts: readonly KnownCohort[]): string | null {
  const name = visibleText(row.cohort)
  if (name === '' || cohortNamed(name, cohorts)) return null
  const closed = cohorts.find((cohort) => cohort.name.toLowerCase() === name.toLowerCase())
  return closed
    ? `The cohort “${name}” is ${closed.status}. Choose another, or import without a cohort.`
    : `There is no cohort “${name}”. Create it, choose another, or import without a cohort.`
}

/** What a valid row's file says that isn't imported: the program, which comes from the cohort. Null without any. */
function programNote(row: ImportRow, cohorts: readonly KnownCohort[]): string | null {
  const program = visibleText(row.program)
  const cohort = cohortNamed(row.cohort, cohorts)
  if (program === '' || cohort?.program_name?.toLowerCase() === program.toLowerCase()) return null
  return cohort?.program_name
    ? `The file says program “${program}”; the cohort’s program, ${cohort.program_name}, counts.`
    : `Program “${program}” stays with the invitation only: a student’s program comes from the cohort.`
}

/**
 * The verdict on each row, in order: invalid, then duplicate in the file (all but the first valid row of an address or student ID), then what is
 * known of the address, then an unknown cohort (if `cohorts` are given), else ok. Exactly the `ok` rows are sent.
 */
export function verdictsOf(
  rows: readonly ImportRow[],
  facts: Readonly<Record<string, InviteeFact>>,
  cohorts?: readonly KnownCohort[],
): RowVerdict[] {
  const firstLine = new Map<string, number>()
  const firstNumber = new Map<string, number>()
  return rows.map((row) => {
    const fields = rowProblems(row)
    const [problem] = Object.values(fields)
    if (problem) return { verdict: 'invalid', reason: Object.values(fields).join(' '), fields }
    const email = rowEmail(row)
    const first = firstLine.get(email)
    if (first !== undefined)
      return { verdict: 'duplicate', reason: `The same address is in row ${first}.`, fields }
    firstLine.set(email, row.line)
    const number = visibleText(row.student_id).toLowerCase()
    const sameNumber = firstNumber.get(number)
    if (number !== '' && sameNumber !== undefined) {
      const reason = `The same student ID is in row ${sameNumber}.`
      return { verdict: 'duplicate', reason, fields: { student_id: reason } }
    }
    firstNumber.set(number, row.line)
    const fact = Object.hasOwn(facts, email) ? facts[email] : undefined
    if (fact) return { verdict: fact, reason: factReasons[fact], fields }
    const noCohort = cohorts && cohortProblem(row, cohorts)
    if (noCohort) return { verdict: 'no_cohort', reason: noCohort, fields }
    return { verdict: 'ok', reason: cohorts ? programNote(row, cohorts) : null, fields }
  })
}

export const verdictLabels: Record<Verdict, string> = {
  ok: 'Ready',
  invalid: 'Invalid',
  duplicate: 'Duplicate in file',
  member: 'Already member',
  invited: 'Already invited',
  elsewhere: 'Other school',
  too_often: 'Enough for today',
  no_cohort: 'Unknown cohort',
}

/** The cohorts that someone can still join. */
export function openCohorts(cohorts: readonly KnownCohort[]): KnownCohort[] {
  return cohorts.filter(({ status }) => status !== 'graduated' && status !== 'archived')
}

/** True if a row of a roster names no cohort. */
export const namesNoCohort = ({ cohort }: Pick<ImportRow, 'cohort'>): boolean => visibleText(cohort) === ''

/** Puts the rows that name no cohort into one; the others stay in theirs. */
export function fillCohort<Row extends Pick<ImportRow, 'cohort'>>(
  rows: readonly Row[],
  cohort: string,
): Row[] {
  return rows.map((row) => (namesNoCohort(row) ? { ...row, cohort } : row))
}

/** What became of a row that was to be invited, by the outcome of its job's row. */
export function outcomeLabel({ status, code }: { status: JobItemStatus; code: string | null }): string {
  if (status === 'done') return 'Sent'
  if (status === 'waiting') return 'Not sent'
  return verdictLabels[code as Verdict] ?? 'Not sent'
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
    no_cohort: 0,
  }
  for (const { verdict } of verdicts) counts[verdict]++
  return counts
}
