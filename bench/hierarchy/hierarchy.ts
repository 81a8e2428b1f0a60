import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { call } from '@orpc/server'
import { formatNumber } from '#core/number-text.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { importLimits, readImport } from '#features/imports/rules.ts'
import { importHandlers } from '#features/imports/server/handlers.ts'
import { readCsv, writeImport } from '#features/imports/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { personHandlers } from '#features/people/server/handlers.ts'
import { siteFinderHandlers } from '#features/site-finder/server/handlers.ts'
import { createPool } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { type Ask, contextOf, measureNation, type Nation, signIn } from '../lib/national.ts'

// The hierarchy, the site search, a school's students and the import of the whole list of hospitals, on the national data at 1 %, 10 % and
// 100 %. With --keep the data is seeded once, and later runs only measure.
// node bench/hierarchy/hierarchy.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER]

const facilities = facilityHandlers({ settleShift: cancelOrMoveShift })
const finder = siteFinderHandlers()
const people = personHandlers()
const zips = ['53202', '10001', '90012', '60601', '77030', '02115', '30303', '98101', '33136', '80204']
const words = [
  'memorial',
  'st',
  'general',
  'mercy',
  'children',
  'university',
  'baptist',
  'north',
  'valley',
  'va',
]
const list = { view: 'students', q: '', status: 'all', sort: 'full_name', dir: 'asc', page: 1 } as const
const of = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!

const asks: Ask[] = [
  {
    what: 'organizations, first page',
    as: 'superadmin',
    ask: (context) => call(facilities.search, {}, { context }),
  },
  {
    what: 'organizations found by name',
    as: 'superadmin',
    ask: (context, turn) => call(facilities.search, { search: of(words, turn) }, { context }),
  },
  {
    what: 'the top of the tree',
    as: 'superadmin',
    ask: (context) => call(facilities.level, {}, { context }),
  },
  {
    what: 'the middle of its top level',
    as: 'superadmin',
    ask: (context, turn) => call(facilities.level, { page: turn % 60 }, { context }),
  },
  {
    what: 'an organization opened, then its site',
    as: 'superadmin',
    ask: (context, turn) => opened(context, of(roots, turn)),
  },
  {
    what: 'the tree searched',
    as: 'superadmin',
    ask: (context, turn) => call(facilities.searchTree, { text: of(words, turn) }, { context }),
  },
  {
    what: 'the way down to a unit',
    as: 'superadmin',
    ask: (context, turn) => call(facilities.wayTo, { id: of(units, turn) }, { context }),
  },
  { what: 'a facility admin’s own tree, opened', as: 'facility_admin', ask: (context) => opened(context) },
  {
    what: 'sites by name',
    as: 'school_admin',
    ask: (context, turn) => call(finder.find, { q: of(words, turn) }, { context }),
  },
  {
    what: 'sites within 25 miles',
    as: 'school_admin',
    ask: (context, turn) => call(finder.find, { zip: of(zips, turn), within: 25 }, { context }),
  },
  {
    what: 'sites of a state with an ICU',
    as: 'school_admin',
    ask: (context, turn) =>
      call(finder.find, { state: of(['WI', 'TX', 'NY', 'CA'], turn), specialty: 'icu' }, { context }),
  },
  {
    what: 'students, first page',
    as: 'school_admin',
    ask: (context) => call(people.list, list, { context }),
  },
  {
    what: 'students found by name',
    as: 'school_admin',
    ask: (context, turn) =>
      call(people.list, { ...list, q: of(['singh', 'nguyen', 'grace', 'ro'], turn) }, { context }),
  },
  {
    what: 'students, last page by number',
    as: 'school_admin',
    ask: (context) =>
      call(people.list, { ...list, sort: 'student_number', dir: 'desc', page: 11 }, { context }),
  },
]

/** Facilities to open, chosen again for each share of the data. */
let roots: string[] = []
let units: string[] = []

/** Opens an organization and the first of its sites, as a user would. */
async function opened(context: RequestContext, id?: string): Promise<void> {
  const [top] = (await call(facilities.level, id ? { root_id: id } : {}, { context })).nodes
  const [site] = (await call(facilities.level, { below_id: top!.id }, { context })).nodes
  await call(facilities.level, { below_id: site!.id }, { context })
}

await measureNation({
  title: 'Hierarchy, sites, students, import',
  asks,
  async prepare(admin) {
    const some = async (kind: string): Promise<string[]> =>
      (
        await admin.query<{ id: string }>(
          'select id from public.facilities where kind = $1 order by id limit 100',
          [kind],
        )
      ).rows.map(({ id }) => id)
    roots = await some('organization')
    units = await some('unit')
  },
  besides: importAll,
})

/** Imports the whole list of hospitals into the existing data: sent, compared, written in one transaction, then imported again. */
async function importAll({ share, admin, url, sessions }: Nation): Promise<void> {
  const packed = await readFile(join(import.meta.dirname, '../../database/seeds/data/cms-hospitals.csv.gz'))
  const { rows } = readImport('sites', readCsv(gunzipSync(packed)))
  const router = importHandlers()
  const pool = createPool({ url, max: 1, name: 'bench' })
  const hash = await signIn(admin, nationalAccounts.superadmin)
  const context = await contextOf(pool, sessions, hash)
  try {
    for (const time of ['first', 'second']) {
      const id = randomUUID()
      const began = performance.now()
      await call(router.start, { id, kind: 'sites', file_name: 'hospitals.csv' }, { context })
      for (let at = 0; at < rows.length; at += importLimits.chunk)
        await call(router.addRows, { id, rows: rows.slice(at, at + importLimits.chunk) }, { context })
      const sent = performance.now()
      const { counts } = await call(router.preview, { id }, { context })
      const compared = performance.now()
      await withActor(pool, hash, (tx) => writeImport(tx, { id, with_changes: true }, async () => {}), {
        deadlineMs: 600_000,
      })
      const done = performance.now()
      const isRight = time === 'first' ? counts.invalid === 0 : counts.unchanged === rows.length
      if (!isRight) process.exitCode = 1
      const ms = (from: number, to: number) => `${formatNumber(Math.round(to - from))} ms`
      console.log(
        `| ${share * 100} % | import of ${formatNumber(rows.length)} hospitals, ${time} time (${formatNumber(counts.new)} new, ${formatNumber(counts.unchanged)} unchanged) | | sent ${ms(began, sent)} | compared ${ms(sent, compared)} | written ${ms(compared, done)} | | ${isRight ? 'holds' : 'FAILS'} |`,
      )
    }
  } finally {
    await pool.end()
  }
}
