import type { PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { lastDayOf } from '#features/credential-types/rules.ts'
import type { RecordRow } from '../contract.ts'
import { DATES, datesIn } from './reading.ts'

type RecordField = Exclude<keyof RecordRow, 'line'>

/** The columns of a records file, with their labels and known headings. */
export const recordColumns = [
  {
    field: 'person',
    label: 'Person (email or student ID)',
    isRequired: true,
    headings: ['person', 'email', 'emailaddress', 'studentnumber', 'studentid', 'student'],
  },
  {
    field: 'type',
    label: 'Credential',
    isRequired: true,
    headings: ['credential', 'type', 'credentialtype', 'requirement', 'code'],
  },
  {
    field: 'issued_on',
    label: 'Date issued',
    isRequired: true,
    headings: ['dateissued', 'issued', 'issuedon', 'issuedate', 'date', 'completed', 'completedon'],
  },
  {
    field: 'expires_on',
    label: 'Valid until',
    isRequired: false,
    headings: ['validuntil', 'expires', 'expireson', 'expiration', 'expirationdate', 'expires', 'expirydate'],
  },
  { field: 'result', label: 'Result', isRequired: false, headings: ['result', 'outcome', 'titer', 'status'] },
] as const satisfies readonly {
  field: RecordField
  label: string
  isRequired: boolean
  headings: readonly string[]
}[]

/** Assigns columns by their headings, each field once; null for an unused column. */
export function matchRecordColumns(headings: readonly string[]): (RecordField | null)[] {
  const wanted = headings.map((heading) => {
    const key = heading.toLowerCase().replaceAll(/[^a-z]/g, '')
    return recordColumns.find((column) => (column.headings as readonly string[]).includes(key))?.field ?? null
  })
  return wanted.map((field, at) => (wanted.indexOf(field) === at ? field : null))
}

/** Why the columns of a records file cannot be read as assigned, or null. */
export function recordColumnsProblem(columns: readonly (string | null)[]): string | null {
  const twice = recordColumns.find(({ field }) => columns.filter((column) => column === field).length > 1)
  if (twice) return `Two columns are chosen as ${twice.label}. Choose one of them.`
  const missing = recordColumns.filter(({ field, isRequired }) => isRequired && !columns.includes(field))
  return missing.length > 0 ? `Choose the column for: ${missing.map(({ label }) => label).join(', ')}.` : null
}

/** The rows below a file's headings by field; skips blank lines. `line` is the line in the file. */
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
    return [
      {
        line: at + 1,
        person: of('person'),
        type: of('type'),
        issued_on: of('issued_on'),
        expires_on: of('expires_on'),
        result: of('result'),
      },
    ]
  })
}

/** A date as files write it, year first or month first; null if the cell has none. */
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
 * The approval that a school's earlier record stands for, with its dates, or why it
 * is refused. A result that is not good is never approved from a file.
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

/** The most records in one file. */
export const MAX_RECORDS = 10_000
