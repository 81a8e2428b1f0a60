import type { PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { lastDayOf } from '#features/credential-types/rules.ts'
import type { RecordRow } from '../contract.ts'
import { DATES, datesIn } from './reading.ts'

type RecordField = Exclude<keyof RecordRow, 'line'>

/** The columns of a file of records, how they are called, and by which headings they are known. */
export const recordColumns = [
  { field: 'person', label: 'Person (email or student number)', isRequired: true, headings: ['person', 'email', 'emailaddress', 'studentnumber', 'studentid', 'student'] },
  { field: 'type', label: 'Credential', isRequired: true, headings: ['credential', 'type', 'credentialtype', 'requirement', 'code'] },
  { field: 'issued_on', label: 'Date issued', isRequired: true, headings: ['dateissued', 'issued', 'issuedon', 'issuedate', 'date', 'completed', 'completedon'] },
  { field: 'expires_on', label: 'Valid until', isRequired: false, headings: ['validuntil', 'expires', 'expireson', 'expiration', 'expirationdate', 'expires', 'expirydate'] },
  { field: 'result', label: 'Result', isRequired: false, headings: ['result', 'outcome', 'titer', 'status'] },
] as const satisfies readonly { field: RecordField; label: string; isRequired: boolean; headings: readonly string[] }[] // prettier-ignore

/** Which column of a file holds what: by its heading, each once; null is a column that is not used. */
export function matchRecordColumns(headings: readonly string[]): (RecordField | null)[] {
  const wanted = headings.map((heading) => {
    const key = heading.toLowerCase().replaceAll(/[^a-z]/g, '')
    return recordColumns.find((column) => (column.headings as readonly string[]).includes(key))?.field ?? null
  })
  return wanted.map((field, at) => (wanted.indexOf(field) === at ? field : null))
}

/** Why the columns of a file of records cannot be read as they are chosen; null when they can. */
export function recordColumnsProblem(columns: readonly (string | null)[]): string | null {
  const twice = recordColumns.find(({ field }) => columns.filter((column) => column === field).length > 1)
  if (twice) return `Two columns are chosen as ${twice.label}. Choose one of them.`
  const missing = recordColumns.filter(({ field, isRequired }) => isRequired && !columns.includes(field))
  return missing.length > 0 ? `Choose the column for: ${missing.map(({ label }) => label).join(', ')}.` : null
}

/** The rows below the headings of a file by what its columns hold; blank lines are left out. `line` is the line of the file. */
export function recordsOf(
  table: readonly (readonly string[])[],
  columns: readonly (RecordField | null)[],
): RecordRow[] {
  return table.flatMap((cells, at) => {
    if (at === 0 || cells.every((cell) => cell.trim() === '')) return []
    const of = (field: RecordField): string => {
      const column = columns.indexOf(field)
      return column < 0 ? '' : (cells[column] ?? '').trim()
    }
    return [{ line: at + 1, person: of('person'), type: of('type'), issued_on: of('issued_on'), expires_on: of('expires_on'), result: of('result') }] // prettier-ignore
  })
}

/** A date as files write it, year first or month first; null where a cell is none. */
export function dateOfCell(cell: string): PlainDate | null {
  const found = datesIn(cell)
  const isAlone = found.length === 1 && !/[a-z0-9]/i.test(cell.replace(DATES, ''))
  return isAlone ? found[0]!.on : null
}

const goodResults: Partial<Record<CredentialType['evidence'], readonly string[]>> = {
  result: ['clear', 'cleared', 'pass', 'passed', 'negative'],
  tuberculosis: ['negative', 'neg', 'clear', 'normal'],
  series: ['positive', 'pos', 'immune', 'complete', 'completed'],
  hepatitis_b: ['positive', 'pos', 'immune', 'complete', 'completed'],
  external_check: ['clear', 'cleared', 'pass', 'passed', 'active', 'verified', 'none'],
}

type Recorded = Pick<CredentialType, 'evidence' | 'validity' | 'owner_kind' | 'owner_name' | 'status'>

/**
 * What a school's record of before counts for: from when and until when, as an approval by this school; or why it does not. A result
 * that is not good is never approved by a file.
 */
export function recordOf(
  type: Recorded,
  {
    issued_on: issuedCell,
    expires_on: expiresCell,
    result,
  }: Pick<RecordRow, 'issued_on' | 'expires_on' | 'result'>,
  { today, termEnd }: { today: PlainDate; termEnd: PlainDate | null },
) {
  if (type.owner_kind === 'facility')
    return { refused: refusal('credential.facility_reviews', { facility: type.owner_name }) }
  if (type.status !== 'active') return { refused: refusal('credential.type_retired') }
  const issued = dateOfCell(issuedCell)
  const stated = expiresCell === '' ? null : dateOfCell(expiresCell)
  if (issued === null) return { refused: refusal('credential.record_date', { cell: issuedCell }) }
  if (expiresCell !== '' && stated === null)
    return { refused: refusal('credential.record_date', { cell: expiresCell }) }
  if (issued > today) return { refused: refusal('credential.issued_later') }
  const good = goodResults[type.evidence]
  const isMissing = type.evidence === 'result' && result === ''
  if (good && (isMissing || (result !== '' && !good.includes(result.toLowerCase()))))
    return { refused: refusal('credential.record_result', { result }) }
  const last = stated ?? lastDayOf(type.validity, issued, { termEnd, stated })
  if (last === 'unknown') return { refused: refusal('credential.last_day_missing') }
  if (last !== 'endless' && last < issued) return { refused: refusal('credential.record_order') }
  return { issued_on: issued, expires_on: last === 'endless' ? null : last }
}

/** As many records one file may have. */
export const MOST_RECORDS = 10_000
