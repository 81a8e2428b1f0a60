import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable, Writable } from 'node:stream'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { oc } from '@orpc/contract'
import { implement } from '@orpc/server'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { timeLeft, withTimeLimit } from './time-left.ts'
import { exportAnswer, type ExportColumn, exportName, MAX_XLSX_ROWS, rowsOfPages } from './export.ts'
import { guard, validateAfterGuard, type RequestContext } from './guard.ts'
import { createLog } from './log.ts'
import { unzip } from './testing-zip.ts'

type Row = { id: number; text: string | null }
const columns: ExportColumn<Row>[] = [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Text', value: ({ text }) => text, width: 30 },
]
const MALICIOUS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＠SUM(A1)',
  '=HYPERLINK("http://x","a,b")',
  '00042',
  'a"b\nc',
  'Zoë ☃',
  '\u0001\u0007',
]

async function* rowsFrom(texts: readonly (string | null)[]): AsyncGenerator<Row> {
  for (const [id, text] of texts.entries()) yield { id, text }
}
const lines: { id: unknown; path: string; err: string }[] = []
const log = createLog({
  level: 'error',
  to: new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString()) as (typeof lines)[number])
      done()
    },
  }),
})
const context = { log, requestId: 'request-7' }
const bytesOf = async (body: ReadableStream): Promise<Buffer> =>
  Buffer.from(await new Response(body).arrayBuffer())
// Evening on the East Coast; in UTC the next day.
beforeAll(() => void vi.setSystemTime('2026-11-22T03:00:00Z'))
afterAll(() => void vi.useRealTimers())
const of = (format: 'csv' | 'xlsx', rows: AsyncIterable<Row>) =>
  exportAnswer({ subject: 'rows', format, columns, rows, context })

it('writes a CSV of which no spreadsheet runs anything', async () => {
  const { headers, body } = await of('csv', rowsFrom(MALICIOUS))
  expect(headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="placewell-rows-2026-11-21.csv"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  const text = (await bytesOf(body)).toString()
  expect(text.startsWith('\uFEFFNumber,Text\r\n')).toBe(true)
  const { data } = Papa.parse<string[]>(text.slice(1), { delimiter: ',', newline: '\r\n' })
  expect(data.slice(1, -1).map(([, cell]) => cell)).toEqual(
    MALICIOUS.map((cell) => (/^[=+\-@＝＠\t\r\n]/.test(cell) ? `'${cell}` : cell)),
  )
})

it('names a file by its subject and the day on the East Coast', () => {
  expect(exportName('shifts')).toBe('placewell-shifts-2026-11-21.csv')
  expect(exportName('shifts', 'xlsx', '2026-01-02')).toBe('placewell-shifts-2026-01-02.xlsx')
})

it('has the chosen columns in their order, and all columns if none is known', async () => {
  const withColumns = async (chosen: string[]) => {
    const file = { subject: 'rows', format: 'csv', columns, context } as const
    const { body } = await exportAnswer({ ...file, chosen, rows: rowsFrom(['one']) })
    return (await bytesOf(body)).toString().slice(1)
  }
  expect(await withColumns(['Text', 'Note', 'Number'])).toBe('Text,Number\r\none,0\r\n')
  expect(await withColumns(['Text'])).toBe('Text\r\none\r\n')
  expect(await withColumns(['Note'])).toBe('Number,Text\r\n0,one\r\n')
})

it('writes an XLSX whose texts stay texts, including leading zeros and formulas', async () => {
  const { headers, body } = await of('xlsx', rowsFrom([...MALICIOUS, null, '']))
  expect(headers['content-disposition']).toContain('placewell-rows-2026-11-21.xlsx')
  const files = unzip(await bytesOf(body))
  const sheet = files.get('xl/worksheets/sheet1.xml')!
  expect(sheet).not.toContain('<f>')
  expect(sheet).not.toContain('<f ')
  // Each text is a shared string in a cell of type "s"; numbers are numbers.
  const strings = [...files.get('xl/sharedStrings.xml')!.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) =>
    plain(text!),
  )
  expect(strings).toEqual(expect.arrayContaining(MALICIOUS.slice(0, -1)))
  expect(strings.join('')).not.toContain('\u0001')
  expect(sheet).toMatch(/<c r="A3"[^>]*><v>1<\/v><\/c>/)
  expect(sheet).toMatch(/<c r="B12"[^>]*t="s"/)
})

it('refuses an XLSX that would not fit into memory, and says what to do', async () => {
  const endless = rowsOfPages<Row>(async (after) => [{ id: (after?.id ?? 0) + 1, text: 'x' }])
  await expect(of('xlsx', endless)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: expect.stringContaining('export a CSV'),
  })
  expect((await endless.next()).done).toBe(true)
})

it('loads a page only when it is needed, and continues after the last row', async () => {
  const asked: (number | undefined)[] = []
  const rows = rowsOfPages<Row>(async (after) => {
    asked.push(after?.id)
    const first = (after?.id ?? 0) + 1
    return first > 5 ? [] : [first, first + 1].map((id) => ({ id, text: null }))
  })
  await rows.next()
  await rows.next()
  expect(asked).toEqual([undefined])
  for await (const _ of rows);
  expect(asked).toEqual([undefined, 2, 4, 6])
})

it('gives each later page a time limit of its own: the file may take longer than a request', async () => {
  const left: number[] = []
  // A request that has used up its time.
  await withTimeLimit(60_000, async () => {
    const rows = rowsOfPages<Row>(async (after) => {
      left.push(timeLeft())
      return after ? [] : [{ id: 1, text: null }]
    })
    for await (const _ of rows);
  })
  expect(left[0]).toBeLessThan(1_000)
  expect(left[1]).toBeGreaterThan(2_000)
})

it('writes a million rows within 200 MB', async () => {
  const rows = rowsOfPages<Row>(async (after) => {
    const first = (after?.id ?? 0) + 1
    return first > 1_000_000
      ? []
      : Array.from({ length: 1_000 }, (_, at) => ({
          id: first + at,
          text: 'A shift of the night, long enough to weigh',
        }))
  })
  const held = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external
  // Other files of the same worker have already loaded what they need.
  const before = held()
  const { body } = await of('csv', rows)
  let bytes = 0
  let most = 0
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    bytes += chunk.length
    most = Math.max(most, held())
  }
  expect(bytes).toBeGreaterThan(45_000_000)
  expect(most - before).toBeLessThan(200 * 1024 * 1024)
}, 60_000)

// The same guard that every other call has.
const contract = {
  download: oc
    .$meta<ApiMeta>({ access: ['school_admin'], write: false })
    .route({ method: 'GET', path: '/rows/export', outputStructure: 'detailed' })
    .input(z.object({ format: z.enum(['csv', 'xlsx']) }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),
}
const api = implement(contract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
let viewer: Partial<NonNullable<RequestContext['viewer']>> | null
let url: string
const rest = new OpenAPIHandler(
  api.router({ download: api.download.handler(({ input: { format } }) => of(format, rowsFrom(MALICIOUS))) }),
)
const server = createServer(
  (request, response) =>
    void rest.handle(request, response, { prefix: '/api', context: { viewer } as RequestContext }),
)
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/rows/export`
})
afterAll(() => void server.close())

it('can be downloaded only by those whom the contract names', async () => {
  const active = { status: 'active', emailVerified: true, impersonation: null } as const
  viewer = { ...active, role: 'school_admin' }
  const answer = await fetch(`${url}?format=csv`)
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="placewell-rows-2026-11-21.csv"',
  )
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect((await answer.text()).split('\r\n')).toContain(`0,'=1+1`)
  viewer = { ...active, role: 'student' }
  expect((await fetch(`${url}?format=csv`)).status).toBe(403)
  viewer = null
  expect((await fetch(`${url}?format=csv`)).status).toBe(401)
})

it('has as many rows as it says', () => expect(MAX_XLSX_ROWS).toBe(50_000))

const plain = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/&#x([\dA-F]+);|&#(\d+);/gi, (_, hex, dec) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(dec)),
    )
    .replaceAll('&amp;', '&')

async function* failingAfter(count: number): AsyncGenerator<Row> {
  for (let id = 0; id < count; id++) yield { id, text: 'x'.repeat(100) }
  throw new Error('the database went away')
}

it('answers a failure before its first bytes like any other', async () => {
  await expect(of('csv', failingAfter(3))).rejects.toThrow('the database went away')
  await expect(of('xlsx', failingAfter(3_000))).rejects.toThrow('the database went away')
})

it('logs a failure half way with its request, and never looks complete', async () => {
  lines.length = 0
  const { body } = await of('csv', failingAfter(5_000))
  const cutOff = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    pipeline(Readable.fromWeb(body as never), response, () => {})
  }).listen(0, '127.0.0.1')
  await once(cutOff, 'listening')
  const { port } = cutOff.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(lines).toMatchObject([
    { id: 'request-7', path: 'export of rows, cut off half way', err: 'the database went away' },
  ])
  cutOff.close()
})

it('loads no more rows once no one reads', async () => {
  let read = 0
  let isEnded = false
  async function* endless(): AsyncGenerator<Row> {
    try {
      for (;;) yield { id: read++, text: 'x'.repeat(100) }
    } finally {
      isEnded = true
    }
  }
  const { body } = await of('csv', endless())
  await body.cancel()
  expect(isEnded).toBe(true)
  expect(read).toBeLessThan(5_000)
})

it('has its stamp after the rows and an empty line, which no spreadsheet runs either', async () => {
  const stamp = ['=1+1', 'Generated by Ana']
  const file = { subject: 'rows', columns, context, stamp }
  const csv = await exportAnswer({ ...file, format: 'csv', rows: rowsFrom(['one']) })
  expect((await bytesOf(csv.body)).toString().trimEnd().split('\r\n').slice(-3)).toEqual([
    '',
    "'=1+1",
    'Generated by Ana',
  ])
  const none = await exportAnswer({ ...file, stamp: undefined, format: 'csv', rows: rowsFrom(['one']) })
  expect((await bytesOf(none.body)).toString().trimEnd().split('\r\n')).toHaveLength(2)
})
