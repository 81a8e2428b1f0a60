// npm packages are installed and Node is new enough: `node scripts/bootstrap.mjs import …` ensures both.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { parseArgs } from 'node:util'
import { createGunzip, gunzipSync } from 'node:zlib'
import { call, ORPCError } from '@orpc/server'
import pg from 'pg'
import { toCsv } from '#core/csv.ts'
import { csvRecords } from '#core/csv-reader.ts'
import { FileProblem } from '#core/text-file.ts'
import { isEmail } from '#core/email.ts'
import { formatNumber } from '#core/number-text.ts'
import type { ImportKind, JudgedRow, RawRow } from '#features/imports/contract.ts'
import {
  type FileColumns,
  partsOf,
  readRoster,
  type Roster,
  rowsOfFile,
  verdictLabels,
} from '#features/imports/rules.ts'
import { importHandlers } from '#features/imports/server/handlers.ts'
import { judgeRows, readCsv, writeImport } from '#features/imports/server/public.ts'
import type { ImportRow } from '#features/invitations/contract.ts'
import {
  cohortNamed,
  columnLabels,
  headingKey,
  rowEmail,
  verdictLabels as rosterLabels,
  verdictsOf,
} from '#features/invitations/rules.ts'
import { invitationHandlers } from '#features/invitations/server/handlers.ts'
import { readConfig } from '#platform/server/config.ts'
import { withActor } from '#platform/server/actor.ts'
import { createPool, type Tx } from '#platform/server/db.ts'
import { allSchoolsPaid, type RequestContext } from '#platform/server/guard.ts'
import { createLog } from '#platform/server/log.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { newToken, SessionReader } from '#platform/server/session.ts'
import { fail, StartError } from './ending.ts'
import { openDatabase } from './installation.ts'

/**
 * Imports a file on the command line through the same procedures as the pages: as a person (--as, else the only superadmin), with their
 * rights and under their name in the trail. Only previews unless --commit is given.
 */
const usage = `expected one of
  import sites FILE.csv [--commit] [--keep-changed] [--organization ID] [--as EMAIL] [--report OUT.csv]
  import schools FILE.csv [--commit] [--keep-changed] [--as EMAIL] [--report OUT.csv]
  import roster FILE.csv… --as EMAIL-OF-A-SCHOOL-ADMIN [--commit] [--report OUT.csv] [--column HEADING=FIELD…] [--without-unknown-cohorts]`

const noCookies: RequestContext['cookies'] = {
  startSession: () => {},
  endSession: () => {},
  readDevice: () => null,
  rememberDevice: () => {},
  readSignUp: () => null,
  rememberSignUp: () => {},
}

/** For one statement: a million rows take a long time. */
const PATIENCE_MS = 2 * 60 * 60_000
/** The session lasts longer than all statements of an import; it ends with the import. */
const SESSION_HOURS = 12

type Wanted = ReturnType<typeof readWanted>

try {
  const wanted = readWanted()
  // A file with unreadable rows is refused before the database is opened.
  const whole =
    wanted.kind === 'roster'
      ? { roster: rosterOf(wanted) }
      : { rows: await countRows(wanted.kind, wanted.files[0]!) }
  const config = readConfig(process.env)
  const secrets = loadSecrets(config.dataDir, process.env)
  const database = await openDatabase(config, secrets)
  const pool = createPool({
    url: database.databaseUrls.appRw,
    max: 2,
    name: 'import',
    queryTimeoutMs: PATIENCE_MS,
  })
  const authPool = createPool({ url: database.databaseUrls.appAuth, max: 2, name: 'import' })
  const sessions = new SessionReader(authPool)
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const { hash } = newToken()
  try {
    await openSession(admin, wanted, hash)
    const context = async (): Promise<RequestContext> => ({
      viewer: await sessions.read(hash),
      tokenHash: hash,
      pool,
      requestId: randomUUID(),
      address: '127.0.0.1',
      addressBlock: '127.0.0.0/24',
      userAgent: 'command line',
      log: createLog({ level: 'silent' }),
      // This runs on the server, by its operator, so no payment is required.
      schools: allSchoolsPaid,
      cookies: noCookies,
    })
    if (wanted.kind === 'roster') {
      const passwords = new PasswordHasher({ pepper: secrets.pepper })
      const router = invitationHandlers({ authPool, sessions, passwords, config })
      await bringRoster(wanted, whole.roster!, router, await context())
    } else {
      const asPerson = <T>(work: (tx: Tx) => Promise<T>) =>
        withActor(pool, hash, work, { deadlineMs: PATIENCE_MS })
      await bringFile(wanted, wanted.kind, whole.rows!, { context: await context(), asPerson })
    }
  } finally {
    await admin.query('delete from priv.sessions where token_hash = $1', [hash])
    await Promise.all([pool.end(), authPool.end(), admin.end()])
    await database.close()
  }
  process.exit(0)
} catch (error) {
  fail(error instanceof ORPCError ? new StartError(error.message) : error)
}

function readWanted() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        commit: { type: 'boolean', default: false },
        'keep-changed': { type: 'boolean', default: false },
        'without-unknown-cohorts': { type: 'boolean', default: false },
        column: { type: 'string', multiple: true },
        organization: { type: 'string' },
        as: { type: 'string' },
        report: { type: 'string' },
      },
      allowPositionals: true,
    })
    const [kind, ...files] = positionals
    const isKnown = kind === 'sites' || kind === 'schools' || kind === 'roster'
    if (isKnown && files.length > 0 && (kind === 'roster' ? values.as : files.length === 1))
      return { ...values, kind, files } as const
  } catch {
    // An unknown option prints the usage too.
  }
  throw new StartError(usage)
}

/** Opens a session as a person for the duration of the import. */
async function openSession(admin: pg.Client, { as: email }: Wanted, hash: string): Promise<void> {
  const { rows } = await admin.query<{ id: string }>(
    `select id from public.users where status = 'active' and email_verified and case when $1::text is null then role = 'superadmin' else email = lower($1) end`,
    [email ?? null],
  )
  if (rows.length === 0)
    throw new StartError(email ? `There is no active account ${email}.` : 'There is no superadmin yet.')
  if (rows.length > 1) throw new StartError('There are several superadmins: say who you are by --as EMAIL.')
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at, user_agent) values ($1, $2, now() + make_interval(hours => $3), 'command line')`,
    [hash, rows[0]!.id, SESSION_HOURS],
  )
}

function tableOf(path: string): string[][] {
  try {
    const bytes = readFileSync(path)
    return readCsv(path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  } catch (error) {
    throw new StartError(
      `${basename(path)} cannot be read: ${(error as Error).message}${error instanceof FileProblem ? ' Nothing was written.' : ''}`,
    )
  }
}

/** The table with its columns renamed by --column HEADING=FIELD. */
function renamed(table: string[][], columns: readonly string[]): string[][] {
  const fields = new Map<string, string>()
  for (const choice of columns) {
    const [heading = '', field = ''] = choice.split('=')
    if (!Object.hasOwn(columnLabels, field.trim()))
      throw new StartError(
        `--column ${choice}: choose HEADING=FIELD, with one of ${Object.keys(columnLabels).join(', ')}.`,
      )
    fields.set(headingKey(heading), field.trim())
  }
  const at = table.findIndex((cells) => cells.length > 0)
  return table.map((cells, row) =>
    row === at ? cells.map((heading) => fields.get(headingKey(heading)) ?? heading) : cells,
  )
}

/** The students in the files, if all files can be read. */
function rosterOf(wanted: Wanted) {
  const files = wanted.files.map((path) => ({
    name: basename(path),
    table: renamed(tableOf(path), wanted.column ?? []),
  }))
  const roster = readRoster(files)
  if (!roster.problem) return roster
  throw new StartError(files.length === 1 ? `${files[0]!.name}: ${roster.problem}` : roster.problem)
}

/** The rows of a file in batches, so that its length costs no memory. */
async function* rowsIn(
  kind: ImportKind,
  path: string,
  onColumns?: (columns: FileColumns) => void,
): AsyncGenerator<RawRow[]> {
  const open = (): AsyncIterable<Uint8Array> => {
    const file = createReadStream(path)
    return path.endsWith('.gz') ? file.on('error', () => {}).pipe(createGunzip()) : file
  }
  try {
    yield* rowsOfFile(kind, csvRecords(open), onColumns)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (error instanceof FileProblem)
      throw new StartError(`${basename(path)} cannot be read: ${message} Nothing was written.`)
    throw code?.startsWith('E') || code?.startsWith('Z')
      ? new StartError(`${basename(path)} cannot be read: ${message}`)
      : error
  }
}

async function countRows(kind: ImportKind, path: string): Promise<number> {
  if (!existsSync(path)) throw new StartError(`${path} cannot be read: there is no such file.`)
  let count = 0
  for await (const rows of rowsIn(kind, path)) count += rows.length
  return count
}

async function bringFile(
  wanted: Wanted,
  kind: ImportKind,
  total: number,
  {
    context,
    asPerson,
  }: { context: RequestContext; asPerson: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
): Promise<void> {
  const [path = ''] = wanted.files
  const router = importHandlers()
  const id = randomUUID()
  await call(
    router.start,
    { id, kind, file_name: basename(path), organization_id: wanted.organization ?? null },
    { context },
  )
  let read = 0
  const noteIgnored = ({ ignored }: FileColumns) =>
    ignored.length > 0 && console.log(`Columns not used: ${ignored.join(', ')}`)
  for await (const piece of rowsIn(kind, path, noteIgnored))
    for (const rows of partsOf(piece)) {
      await call(router.addRows, { id, rows }, { context })
      read += rows.length
      tell(`Read ${formatNumber(read)} of ${formatNumber(total)} rows`)
    }
  const counts = await asPerson((tx) => judgeRows(tx, id))
  endLine()
  for (const [verdict, count] of Object.entries(counts))
    if (count > 0)
      console.log(`${verdictLabels[verdict as JudgedRow['verdict']].padEnd(18)} ${formatNumber(count)}`)
  const { rows: wrong } = await call(router.rows, { id, verdict: 'invalid', page_size: 10 }, { context })
  for (const row of wrong) console.log(`  row ${row.line}: ${row.reason}`)
  if (counts.invalid > wrong.length)
    console.log(`  and ${formatNumber(counts.invalid - wrong.length)} more: --report OUT.csv has every row.`)
  if (wanted.report) {
    const { body } = await call(router.report, { id }, { context })
    await pipeline(Readable.fromWeb(body as WebStream), createWriteStream(wanted.report))
    console.log(`The verdict on every row is in ${wanted.report}.`)
  }
  if (!wanted.commit) return console.log('Nothing was written. Say --commit to write it.')
  const began = performance.now()
  const written = { id, with_changes: !wanted['keep-changed'] }
  await asPerson((tx) =>
    writeImport(tx, written, async ({ done, total: all }) =>
      tell(`Written ${formatNumber(done)} of ${formatNumber(all)} rows`),
    ),
  )
  endLine()
  console.log(`Written in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
}

async function bringRoster(
  wanted: Wanted,
  roster: Roster,
  router: ReturnType<typeof invitationHandlers>,
  context: RequestContext,
): Promise<void> {
  const school = context.viewer?.linkedSchoolId
  if (!school) throw new StartError(`${wanted.as} administers no school.`)
  for (const note of roster.notes) console.log(note)
  const taken = roster.rows.filter(({ line }) => !(line in roster.leftOut))
  const emails = [...new Set(taken.map(rowEmail))].filter(isEmail)
  const { facts, cohorts } = await call(router.check, { school_id: school, emails }, { context })
  const withoutCohort = (row: ImportRow): ImportRow =>
    wanted['without-unknown-cohorts'] && row.cohort && !cohortNamed(row.cohort, cohorts)
      ? { ...row, cohort: '' }
      : row
  const wantedRows = taken.map(withoutCohort)
  const verdicts = verdictsOf(wantedRows, facts, cohorts)
  const lines = [
    ...taken.map((row, at) => ({
      row,
      words: rosterLabels[verdicts[at]!.verdict],
      reason: verdicts[at]!.reason ?? '',
    })),
    ...roster.rows
      .filter(({ line }) => line in roster.leftOut)
      .map((row) => ({ row, words: 'Left out', reason: roster.leftOut[row.line]! })),
  ].toSorted((a, b) => a.row.line - b.row.line)
  for (const { row, words, reason } of lines)
    if (reason) console.log(`  row ${row.line}: ${words}. ${reason}`)
  if (wanted.report)
    writeFileSync(
      wanted.report,
      toCsv(
        ['row', 'email', 'verdict', 'reason'],
        lines.map(({ row, words, reason }) => [row.line, row.email, words, reason]),
      ),
    )
  const ready = wantedRows.filter((_, at) => verdicts[at]!.verdict === 'ok')
  console.log(`${ready.length} of ${roster.rows.length} rows are ready.`)
  if (!wanted.commit || ready.length === 0)
    return console.log('Nobody was invited. Say --commit to invite them.')
  const { sent } = await call(
    router.importStudents,
    { idempotency_key: randomUUID(), school_id: school, rows: ready },
    { context },
  )
  console.log(`${sent} invited.`)
}

function tell(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`)
}
function endLine(): void {
  if (process.stdout.isTTY) process.stdout.write('\n')
}
