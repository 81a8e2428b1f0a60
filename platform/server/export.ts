import { ORPCError } from '@orpc/server'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { type CsvCell, csvHead, csvLine } from '#core/csv.ts'
import { formatNumber } from '#core/number-text.ts'
import { type PlainDate, todayIn } from '#core/plain-date.ts'
import { EASTERN } from '#core/us-time-zones.ts'
import type { RequestContext } from './guard.ts'
import { withTimeLimit } from './time-left.ts'
import { logFailure } from './log.ts'

export type ExportFormat = 'csv' | 'xlsx'
export type ExportColumn<Row> = {
  header: string
  /** Numbers stay numbers; everything else is text and never interpreted. */
  value: (row: Row) => CsvCell
  /** Width in characters, in XLSX. */
  width?: number
}

/** An XLSX is built in memory, so it holds at most this many rows. CSV has no limit. */
export const MAX_XLSX_ROWS = 50_000

/** The message for an export with too many rows. */
const TOO_MANY_FOR_XLSX = `An Excel file holds at most ${formatNumber(MAX_XLSX_ROWS)} rows here. Narrow the filters, or export a CSV.`

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** The name of an exported file: 'shifts' is placewell-shifts-2026-11-21.csv; by default of today, on the East Coast. */
export const exportName = (
  subject: string,
  format: ExportFormat = 'csv',
  day: PlainDate = todayIn(EASTERN),
): string => `placewell-${subject}-${day}.${format}`

/**
 * Returns the answer of a procedure that downloads a list: headers with a dated file name, and a stream of its bytes. A CSV is written
 * while the rows arrive and as fast as the caller reads, so its length costs no memory. The procedure's route has `outputStructure:
 * 'detailed'` and its output is `{ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) }`; who may call it is the
 * contract's `access`, as for every other. Refuses an XLSX of more than 50,000 rows (UNPROCESSABLE_CONTENT) before anything is sent. A
 * failure before the first bytes is a normal error answer; a later one is logged with the request's id and ends the body with an error, so
 * that the browser reports a failed download and a file that looks complete is complete.
 */
export async function exportAnswer<Row>(options: {
  /** What the file contains, for its name. */
  subject: string
  /** The day of what it contains, for its name, if that is not today. */
  day?: PlainDate
  format: ExportFormat
  columns: readonly ExportColumn<Row>[]
  /** The headings of the columns to include, in their order; all columns if none is known. */
  chosen?: readonly string[] | undefined
  rows: AsyncIterable<Row>
  /** Lines after the rows and an empty line: who made the file, when, and of what (decision 173). */
  stamp?: readonly string[] | undefined
  /** Whether a CSV begins with a byte-order mark, which Excel needs; defaults to true. */
  hasMark?: boolean
  /** The request, for its id in the log if something fails after the first bytes. */
  context: Pick<RequestContext, 'log' | 'requestId'>
}): Promise<{ headers: Record<string, string>; body: ReadableStream }> {
  const { subject, day, format, rows, context, chosen = [], stamp = [], hasMark = true } = options
  const kept = chosen.flatMap((heading) => options.columns.filter(({ header }) => header === heading))
  const columns = kept.length > 0 ? kept : options.columns
  const body =
    format === 'csv'
      ? await streamOf(csvBytes(columns, rows, stamp, hasMark), logged(context, subject))
      : await xlsxStream(columns, rows, stamp)
  return {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${exportName(subject, format, day)}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    body,
  }
}

/**
 * Yields every row of a long list, page by page. `next` receives the last row of the previous page (undefined at first) and returns the
 * rows after it, none at the end of the list. Each page is a transaction of its own, so that no export holds one open, and each after the
 * first has a time limit of its own: they are read while the file is sent, which takes as long as the client does.
 */
export async function* rowsOfPages<Row>(
  next: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (
    let page = await next(undefined);
    page.length > 0;
    page = await withTimeLimit(0, () => next(page.at(-1)))
  )
    yield* page
}

/** The bytes as a stream with their first chunk already read: until then, a failure can still be an error answer. */
async function streamOf(
  bytes: AsyncGenerator<Uint8Array>,
  failed: (error: Error) => void,
): Promise<ReadableStream> {
  let next: Promise<IteratorResult<Uint8Array>> | undefined = Promise.resolve(await bytes.next())
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await (next ?? bytes.next())
          next = undefined
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          failed(error as Error)
          throw error
        }
      },
      async cancel() {
        await bytes.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

const logged =
  ({ log, requestId }: Pick<RequestContext, 'log' | 'requestId'>, subject: string) =>
  (error: Error): void =>
    logFailure(log, { id: requestId, path: `export of ${subject}, cut off half way` }, error)

const CHUNK = 64 * 1024

async function* csvBytes<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row>,
  stamp: readonly string[],
  hasMark: boolean,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = csvHead(columns.map(({ header }) => header)).slice(hasMark ? 0 : 1)
  for await (const row of rows) {
    text += csvLine(columns.map(({ value }) => value(row)))
    if (text.length < CHUNK) continue
    yield encoder.encode(text)
    text = ''
  }
  if (stamp.length > 0) text += [[], ...stamp.map((line) => [line])].map(csvLine).join('')
  if (text) yield encoder.encode(text)
}

async function xlsxStream<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row>,
  stamp: readonly string[],
): Promise<ReadableStream> {
  const cells: SheetData = [columns.map(({ header }) => ({ value: header, fontWeight: 'bold' }))]
  for await (const row of rows) {
    if (cells.length > MAX_XLSX_ROWS)
      throw new ORPCError('UNPROCESSABLE_CONTENT', { message: TOO_MANY_FOR_XLSX })
    cells.push(columns.map(({ value }) => xlsxCell(value(row))))
  }
  if (stamp.length > 0) cells.push([], ...stamp.map((line) => [xlsxCell(line)]))
  const file = await writeExcelFile(cells, {
    columns: columns.map(({ width }) => (width ? { width } : {})),
    stickyRowsCount: 1,
  }).toBuffer()
  return new Blob([new Uint8Array(file)]).stream()
}

/** A text cell in the '@' format keeps leading zeros and is never run as a formula. */
function xlsxCell(value: CsvCell) {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'number'
    ? { value, type: Number }
    : { value: withoutControls(value), type: String, format: '@' }
}

// XML cannot contain control characters, and Excel reports a file that has one as corrupt.
const withoutControls = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
