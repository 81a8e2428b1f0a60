/**
 * Every number that cuts a list short in the features' SQL, with the reason why nothing is lost without a word. A new one fails until
 * its reason is listed here. No reason allows one that cuts silently: rank and page on the server, or say how many are left.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Reason =
  /** Found by typing: more letters find the rest. */
  | 'search'
  /** The newest of a history, whose title says so or which goes on. */
  | 'newest'
  /** Background work takes the rest in its next run. */
  | 'batch'
  /** The next page begins after the last row. */
  | 'page'
  /** The page says that there is more, and how to see it. */
  | 'said'

/** File → the end of the statement, up to its limit → the reason. */
const limits: Record<string, Record<string, Reason>> = {
  'features/accounts/procedures.sql': {
    "ld.blocked_until, 'epoch') < now() limit 500": 'batch',
    'order by s.name, s.id limit 20': 'search',
    'order by f.name, f.id limit 20': 'search',
    'order by s.last_seen_at desc, s.id limit 50': 'newest',
  },
  'features/attendance/db/kernel.sql': {
    'x.id for no key update skip locked limit 500': 'batch',
  },
  'features/assignments/procedures.sql': {
    'limit 200': 'said',
  },
  'features/capstone/server/queries/get-project.ts': {
    'd = ${id}::uuid order by e.id desc limit 200': 'newest',
  },
  'features/capstone/server/queries/list-places.ts': {
    'by above.name, f.kind, f.name, f.id limit 50': 'search',
  },
  'features/preceptors/server/queries/list-preceptors.ts': {
    'order by p.full_name, p.id limit 500': 'search',
  },
  'features/cohorts/server/queries/find-cohorts.ts': {
    'order by h.created_at desc, h.id limit 100': 'newest',
  },
  'features/entities/server/queries/find-entities.ts': {
    'm ${id ?? null}::uuid, s.name, s.id limit 21': 'search',
    'd ?? null}::uuid, u.full_name, u.id limit 21': 'search',
    'order by place limit 21': 'search',
  },
  'features/facilities/server/queries/find-facilities.ts': {
    '${id} order by e.at desc, e.id desc limit 50': 'newest',
    'ed)} ${rest} order by f.name, f.id limit 200': 'page',
    "' order by e.at nulls first, f.name limit 50": 'search',
    "order by b ->> 'from', f.name limit 50": 'search',
    'umns} order by e.at desc, e.id desc limit 30': 'newest',
  },
  'features/facility-team/server/sql.ts': {
    'order by f.name, f.id limit 50': 'search',
  },
  'features/imports/server/queries/find-imports.ts': {
    'order by r.line limit 1000': 'page',
    'd} order by i.created_at desc, i.id limit 20': 'search',
  },
  'features/jobs/server/sql.ts': {
    'i.status, count(*) desc, i.message limit 200': 'said',
  },
  'features/shift-reports/db/kernel.sql': {
    '.has_exceptions(r.id) order by r.id limit 50': 'batch',
  },
  'features/partnerships/db/kernel.sql': {
    'order by e.id desc limit 200': 'newest',
  },
  'features/partnerships/server/queries/find-partners.ts': {
    'order by 2, 1 limit 20': 'search',
  },
  'features/passport/server/queries/find-passport.ts': {
    'o.link_id = l.id order by o.id desc limit 20': 'newest',
    ')) order by l.created_at desc, l.id limit 50': 'newest',
  },
  'features/permission-requests/server/queries/list-requests.ts': {
    "'desc') .orderBy('e.id', 'desc') .limit(100)": 'newest',
  },
  'features/permission-requests/server/queries/list-wishable.ts': {
    'app.uid()) desc, u.full_name, u.id limit 50': 'search',
  },
  'features/permissions/server/queries/show-person.ts': {
    "'desc') .orderBy('e.id', 'desc') .limit(100)": 'newest',
  },
  'features/semesters/server/sql.ts': {
    'order by k.created_at desc limit 100': 'newest',
  },
  'features/shifts/server/queries/limits-of-shift.ts': {
    'ine.specialty order by f.name, f.id limit 12': 'search',
  },
  'features/shifts/db/kernel.sql': {
    'order by 1 desc limit 500': 'newest',
    'p_now order by y.offer_expires_at limit 500': 'batch',
    'order by x.signup_closes_at, x.id limit 200': 'batch',
    'order by x.starts_at limit 5000': 'batch',
  },
}

const home = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(home, file), 'utf8')

/** The numbers that cut a list in a text, each with what stands before it: "order by name, id limit 20". */
const limitsIn = (text: string): string[] =>
  [...text.matchAll(/[^\n]*?\blimit \d{2,}\b|(?:\.\w+\([^\n]*\)\s*){0,2}\.limit\(\d{2,}\)/g)].map(([found]) =>
    found.replace(/\s+/g, ' ').trim().slice(-44).trim(),
  )

const found = new Map(
  globSync('features/*/{*.sql,db/*.sql,server/**/*.ts}', { cwd: home })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, limitsIn(textOf(file))] as const)
    .filter(([, cuts]) => cuts.length > 0),
)

test('a limit in SQL is found', () => {
  expect(limitsIn('select 1\n  order by name, id limit 200`.execute(tx)')).toEqual([
    'order by name, id limit 200',
  ])
  expect(limitsIn('order by id limit ${size}')).toEqual([])
  expect(limitsIn("query\n  .orderBy('s.name')\n  .limit(20)")).toEqual([".orderBy('s.name') .limit(20)"])
  expect(limitsIn('query.limit(page_size)')).toEqual([])
  expect(found.size).toBeGreaterThan(10)
})

test('each limit has its reason, and no reason is left over', () => {
  const listed = Object.entries(limits).flatMap(([file, cuts]) =>
    Object.keys(cuts).map((cut) => `${file}: ${cut}`),
  )
  const present = [...found].flatMap(([file, cuts]) => [...new Set(cuts)].map((cut) => `${file}: ${cut}`))
  expect(present.filter((cut) => !listed.includes(cut))).toEqual([])
  expect(listed.filter((cut) => !present.includes(cut))).toEqual([])
})
