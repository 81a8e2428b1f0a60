import { headingRowOf } from '#core/heading-row.ts'
import { specialties, specialtyLabels } from '#core/specialties.ts'
import { formatNumber } from '#core/number-text.ts'
import { patientDataSigns } from '#core/patient-data.ts'
import { refusal } from '#core/refusal.ts'
import { formatDate, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { visibleText } from '#core/visible-text.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { HoursKind } from '#features/hours/contract.ts'
import { kindLabels } from '#features/hours/rules.ts'
import { cellProblem, headingKey, namedTwice } from '#features/invitations/rules.ts'
import type { HoursRow, HoursVerdict, JudgedHoursRow } from './contract.ts'

/** The maximum rows of one import; the contract has the same limit. */
export const MAX_ROWS = 2_000

/** The maximum size of a file. */
export const MAX_BYTES = 1_000_000

export type HoursField = Exclude<keyof HoursRow, 'line'>

/** Labels for the contents of a column, in the order of the menu. */
export const hoursColumns: Record<HoursField, string> = {
  email: 'Student’s email',
  student_number: 'Student ID',
  date: 'Date',
  hours: 'Hours',
  kind: 'Kind',
  specialty: 'Specialty',
  course: 'Course',
  note: 'Note',
}

const most: Record<HoursField, number> = {
  email: 199,
  student_number: 60,
  date: 40,
  hours: 40,
  kind: 60,
  specialty: 60,
  course: 40,
  note: 199,
}

const spellings: Record<HoursField, string> = {
  email: 'email emailaddress studentemail studentemailaddress mail',
  student_number: 'studentid studentnumber studentno id sisid sisuserid idnumber universityid',
  date: 'date day servicedate shiftdate clinicaldate completedon',
  hours: 'hours clinicalhours totalhours hourscompleted credited creditedhours hrs duration',
  kind: 'kind type hourstype experience experiencetype activity category',
  specialty: 'specialty speciality area clinicalarea rotation unittype',
  course: 'course coursecode coursenumber class section',
  note: 'note notes comment comments description site facility location',
}

/** What each column contains; null is an unused column. */
export type HoursColumns = readonly (HoursField | null)[]

function fieldOf(heading: string): HoursField | undefined {
  const key = headingKey(heading)
  return (Object.keys(spellings) as HoursField[]).find((field) => spellings[field].split(' ').includes(key))
}

/** Whether a column of earlier hours may have this heading. */
export const isHoursHeading = (heading: string): boolean => fieldOf(heading) !== undefined

/** Matches headings to columns by name; the first of two with the same meaning counts. */
export function matchHoursColumns(headings: readonly string[]): HoursColumns {
  const known = headings.map(fieldOf)
  return known.map((field, at) => (field && known.indexOf(field) === at ? field : null))
}

/** Why the chosen columns cannot be read; null when they can. */
export function hoursColumnsProblem(columns: readonly (string | null)[]): string | null {
  for (const [field, label] of Object.entries(hoursColumns))
    if (columns.filter((column) => column === field).length > 1)
      return `Two columns are chosen as ${label}. Choose one of them.`
  if (!columns.includes('email') && !columns.includes('student_number'))
    return 'Choose the column with the students’ email addresses or IDs.'
  if (!columns.includes('date')) return 'Choose the column with the dates.'
  return columns.includes('hours') ? null : 'Choose the column with the hours.'
}

export type ReadHours = { rows: HoursRow[]; problem: string | null }

/** Turns a parsed file (headings first) into rows by field name; `line` is the row's number in the file. */
export function readHours(table: readonly (readonly string[])[], columns: HoursColumns): ReadHours {
  const nothing = (problem: string): ReadHours => ({ rows: [], problem })
  const at = headingRowOf(table, isHoursHeading)
  const headings = table[at]
  if (!headings) return nothing('The file is empty.')
  const twice = namedTwice(
    headings,
    columns.map((field) => field ?? undefined),
  )
  if (twice) return nothing(twice)
  const rows: HoursRow[] = []
  for (const [index, cells] of table.entries()) {
    if (index <= at || isBlank(cells)) continue
    const row: HoursRow = { line: index + 1, ...emptyRow }
    for (const [column, field] of columns.entries()) {
      if (!field) continue
      const text = cells[column] ?? ''
      const problem =
        cellProblem(index + 1, headings[column] ?? '', text) ?? lengthProblem(index + 1, field, text)
      if (problem) return nothing(problem)
      row[field] = visibleText(text)
    }
    rows.push(row)
  }
  if (rows.length === 0) return nothing('The file has headings and no rows below them.')
  if (rows.length > MAX_ROWS)
    return nothing(
      `The file has ${formatNumber(rows.length)} rows; at most ${formatNumber(MAX_ROWS)} are allowed. Split it into several files.`,
    )
  return { rows, problem: null }
}

const emptyRow: Omit<HoursRow, 'line'> = {
  email: '',
  student_number: '',
  date: '',
  hours: '',
  kind: '',
  specialty: '',
  course: '',
  note: '',
}
const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => visibleText(cell) === '')
const lengthProblem = (row: number, field: HoursField, text: string): string | null =>
  visibleText(text).length > most[field]
    ? `Row ${row}: ${hoursColumns[field]} is longer than ${most[field]} characters. Shorten it, then choose the file again.`
    : null

/** Parses a date such as 2026-09-14 or 9/14/2026; null for none. */
export function dayIn(text: string): PlainDate | null {
  const plain = text.trim().replace(/[T ]\d\d:\d\d.*$/, '')
  if (isPlainDate(plain)) return plain
  const [, month, day, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(plain) ?? []
  if (!month || !day || !year) return null
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(date) ? date : null
}

/**
 * Parses hours to minutes: 7.5, 7,5, 7:30 or 7.5 h; null if invalid, or more than 1,000 hours. A comma before three digits separates
 * thousands, as spreadsheets of this country write them.
 */
export function minutesIn(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s*(h|hrs?|hours?)\.?$/i, '')
    .replace(/^([1-9]\d{0,2}),(\d{3})(?=$|[.:])/, '$1$2')
  const clock = /^(\d{1,4}):([0-5]\d)$/.exec(plain)
  const minutes = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : /^\d{1,4}([.,]\d{1,4})?$/.test(plain)
      ? Math.round(Number(plain.replace(',', '.')) * 60)
      : 0
  return minutes > 0 && minutes <= 60_000 ? minutes : null
}

const otherKinds: Record<string, HoursKind> = {
  clinical: 'direct_care',
  clinicalhours: 'direct_care',
  direct: 'direct_care',
  patientcare: 'direct_care',
  indirect: 'indirect_care',
  sim: 'simulation',
  simulationlab: 'simulation',
  lab: 'skills_lab',
  skills: 'skills_lab',
  preconference: 'conference',
  postconference: 'conference',
}
const otherSpecialties: Record<string, Specialty> = {
  medsurg: 'med_surg',
  medicalsurgicalnursing: 'med_surg',
  adulthealth: 'med_surg',
  ob: 'maternal_newborn',
  obgyn: 'maternal_newborn',
  obstetrics: 'maternal_newborn',
  maternity: 'maternal_newborn',
  mother: 'maternal_newborn',
  motherbaby: 'maternal_newborn',
  peds: 'pediatrics',
  pediatric: 'pediatrics',
  childhealth: 'pediatrics',
  psych: 'mental_health',
  psychiatric: 'mental_health',
  psychiatry: 'mental_health',
  behavioralhealth: 'mental_health',
  communityhealth: 'community',
  publichealth: 'community',
  criticalcare: 'icu',
  er: 'emergency',
  ed: 'emergency',
  or: 'perioperative',
  periop: 'perioperative',
  surgery: 'perioperative',
  geriatrics: 'geriatrics_ltc',
  gerontology: 'geriatrics_ltc',
  ltc: 'geriatrics_ltc',
  longtermcare: 'geriatrics_ltc',
  practicum: 'capstone',
  preceptorship: 'capstone',
}

/** Finds the code for a label, a code or another common word; `blank` for an empty cell; undefined if unknown. */
function named<Code extends string>(
  text: string,
  labels: Record<Code, string>,
  others: Record<string, Code>,
  blank: Code,
): Code | undefined {
  const key = headingKey(text)
  if (key === '') return blank
  const known = (Object.keys(labels) as Code[]).find(
    (code) => key === headingKey(code) || key === headingKey(labels[code]),
  )
  return known ?? others[key]
}

/** A row that can be posted. */
export type ReadHoursRow = {
  date: PlainDate
  minutes: number
  kind: HoursKind
  specialty: Specialty
  course: string | null
  note: string | null
}

/** Parses a row, or returns its problem; `today` is the school's date. */
export function readHoursRow(row: HoursRow, today: PlainDate): ReadHoursRow | { problem: string } {
  const date = dayIn(row.date)
  const minutes = minutesIn(row.hours)
  const kind = named(row.kind, kindLabels, otherKinds, 'direct_care')
  const specialty = named(row.specialty, specialtyLabels, otherSpecialties, 'other')
  const problems = [
    row.email === '' && row.student_number === '' && 'The student is missing: an email address or an ID.',
    row.date === ''
      ? 'The date is missing.'
      : !date && `“${row.date}” is not a date. Write it as 2026-09-14 or 9/14/2026.`,
    date && date > today && `${formatDate(date)} is in the future.`,
    row.hours === ''
      ? 'The hours are missing.'
      : !minutes && `“${row.hours}” is not a number of hours, up to 1,000.`,
    !kind && `“${row.kind}” is not a kind of hours: ${Object.values(kindLabels).join(', ')}.`,
    !specialty &&
      `“${row.specialty}” is not a specialty: ${specialties.map((one) => specialtyLabels[one]).join(', ')}.`,
    row.course.length > most.course && `The course is longer than ${most.course} characters.`,
    patientDataSigns(row.note).length > 0 && 'The note looks like patient data. Remove it.',
  ].filter((problem) => typeof problem === 'string')
  if (!date || !minutes || !kind || !specialty || problems.length > 0) return { problem: problems.join(' ') }
  return { date, minutes, kind, specialty, course: row.course || null, note: row.note || null }
}

/** The ledger key of an imported line: the same hours of a student have the same key. */
export const importKey = (
  student: string,
  { date, minutes, kind, specialty, course }: ReadHoursRow,
): string => `import ${student} ${date} ${minutes} ${kind} ${specialty} ${course ?? ''}`.trimEnd()

export type KnownStudent = { id: string; full_name: string }
/** The data besides the rows that verdicts depend on. */
export type KnownHours = {
  today: PlainDate
  /** By email address and by student ID, both in lower case. */
  students: ReadonlyMap<string, KnownStudent>
  imported: ReadonlySet<string>
  /** The name of a date's semester, if its hours are locked. */
  locked: ReadonlyMap<PlainDate, string>
}

/** A row with its verdict, and the line it posts if it is imported. */
export type JudgedHours = JudgedHoursRow & {
  posts: (ReadHoursRow & { student_id: string; key: string }) | null
}

/** The student of a row: by email, else by ID. */
const studentOf = (
  { email, student_number: number }: HoursRow,
  { students }: KnownHours,
): KnownStudent | undefined => students.get((email || number).toLowerCase())

/** The verdict on each row, in order. Exactly the `ok` rows are imported. */
export function judgeHours(rows: readonly HoursRow[], known: KnownHours): JudgedHours[] {
  const first = new Map<string, number>()
  return rows.map((row) => {
    const student = studentOf(row, known)
    const said = (
      verdict: HoursVerdict,
      reason: string | null,
      posts: JudgedHours['posts'] = null,
    ): JudgedHours => ({
      line: row.line,
      verdict,
      reason,
      student_name: student?.full_name ?? null,
      posts,
    })
    const read = readHoursRow(row, known.today)
    if ('problem' in read) return said('invalid', read.problem)
    if (!student)
      return said(
        'no_student',
        `No student of your school has the ${row.email ? 'email address' : 'ID'} “${row.email || row.student_number}”.`,
      )
    const key = importKey(student.id, read)
    const before = first.get(key)
    if (before !== undefined) return said('duplicate', `The same hours are in row ${before}.`)
    first.set(key, row.line)
    if (known.imported.has(key))
      return said('imported', 'These hours are in the ledger from an earlier file.')
    const locked = known.locked.get(read.date)
    if (locked) return said('locked', `The hours of ${locked} are locked.`)
    return said('ok', null, { ...read, student_id: student.id, key })
  })
}

export const hoursVerdictLabels: Record<HoursVerdict, string> = {
  ok: 'Ready',
  invalid: 'Invalid',
  no_student: 'Student not found',
  duplicate: 'Duplicate in file',
  imported: 'Already imported',
  locked: 'Semester locked',
}

/** How many rows have each verdict. */
export function countHoursVerdicts(
  rows: readonly Pick<JudgedHoursRow, 'verdict'>[],
): Record<HoursVerdict, number> {
  const counts: Record<HoursVerdict, number> = {
    ok: 0,
    invalid: 0,
    no_student: 0,
    duplicate: 0,
    imported: 0,
    locked: 0,
  }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}

/** Why an import cannot be undone, or null: it is still running, or nothing of it counts anymore. */
export function undoBlocker(status: string, lines: number) {
  if (status === 'queued' || status === 'running') return refusal('hours_import.running')
  return lines === 0 ? refusal('hours_import.nothing_left') : null
}

/** Adds each student's total to the first of their lines, because they are notified once. */
export function totalsOnFirst<Line extends { student_id: string; minutes: number }>(
  lines: readonly Line[],
): (Line & { notice: { minutes: number; lines: number } | null })[] {
  const totals = new Map<string, { minutes: number; lines: number }>()
  for (const { student_id: student, minutes } of lines) {
    const known = totals.get(student) ?? { minutes: 0, lines: 0 }
    totals.set(student, { minutes: known.minutes + minutes, lines: known.lines + 1 })
  }
  return lines.map((line) => {
    const notice = totals.get(line.student_id) ?? null
    totals.delete(line.student_id)
    return { ...line, notice }
  })
}
