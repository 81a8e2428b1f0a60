/**
 * The house rules of docs/architecture.md that a text search can check. Each is a function from files to complaints, with an example that
 * breaks it: a rule that can't fail is not a rule.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

/** Path from the repository's root → text. */
type Files = ReadonlyMap<string, string>

interface Rule {
  name: string
  complaints: (files: Files) => string[]
  /** Trees of files that break the rule: each has exactly one fault. */
  bad: Record<string, string>[]
  good: Record<string, string>
}

const HOME = resolve(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', '.git', '.data', 'dist', 'coverage', 'law-fixtures'])
const TEXT =
  /\.(tsx?|[cm]js|jsonc?|md|sql|css|html|ya?ml|sh|txt|svg)$|\/?\.[a-z]+(rc|ignore|config|attributes)$/
const FOLDERS = /^(app|routes|features|ui|platform|core|database|bench|e2e|scripts|docs|public|\.github)$/
const CODE = /^(app|routes|features|ui|platform|core|database|bench|e2e|scripts)\/.*\.tsx?$/

/** Features without a contract, because they have no network calls: they only render or compute. */
const WITHOUT_CALLS = ['matching', 'public-pages', 'search', 'shell']

/** Text areas that need no check for patient data, and why. */
const AREAS: Record<string, string> = {
  'ui/PlainField.tsx': 'the field itself, for pages that need no Mantine',
}

// Split, so that this file itself passes the check.
const words = (...halves: [string, string][]): string[] => halves.map(([a, b]) => a + b)
const BANNED = words(['TO', 'DO'], ['FIX', 'ME'], ['coming ', 'soon'], ['lor', 'em ipsum'])
const MACHINE_PATH = /(?<![\w.:/-])\/(home|root|work|Users)\/[\w.]/
const ISSUE_NUMBER = /\b(issue|ticket) #?\d/i

const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)
const isGenerated = (path: string): boolean => path.endsWith('.gen.ts')
const isCode = (path: string): boolean => CODE.test(path) && !isGenerated(path)

/** A rule that applies `complain` to every file that `pick` selects. */
const each =
  (pick: (path: string) => boolean, complain: (text: string, path: string) => string | false | undefined) =>
  (files: Files): string[] =>
    [...files].flatMap(([path, text]) => {
      const complaint = pick(path) && complain(text, path)
      return complaint ? [`${path}: ${complaint}`] : []
    })

const lineOf = (text: string, pattern: RegExp): string | undefined =>
  text.split('\n').find((line) => pattern.test(line))

/** The text without comments, so that a comment can't break a rule about code. */
const codeOf = (text: string): string => text.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms, '').trim()

const featuresOf = (files: Files): string[] => [
  ...new Set([...files.keys()].flatMap((path) => /^features\/([^/]+)\/./.exec(path)?.[1] ?? [])),
]

/** Exported functions without a sentence directly above them; overloads share that of the first. */
function unexplained(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const name =
      /^export (?:async )?function\*? (\w+)|^export const (\w+)(?:: [^=]+)? = (?:async )?(?:\(|<|\w+ =>|function\b)/
        .exec(line)
        ?.slice(1)
        .find(Boolean)
    if (!name) return []
    // `const x = (a + b)` looks like a function but is none.
    const end = lines.findIndex((next, below) => below > at && /^[^\s)}\]]/.test(next))
    if (!/=>|\bfunction\b/.test(lines.slice(at, end < 0 ? undefined : end).join('\n'))) return []
    const above = lines[at - 1] ?? ''
    if (new RegExp(`^export (async )?function\\*? ${name}\\b`).test(above)) return []
    if (!above.endsWith('*/')) return [name]
    const start = lines.slice(0, at).findLastIndex((before) => before.trimStart().startsWith('/**'))
    const comment = start < 0 ? '' : lines.slice(start, at).join(' ')
    return (comment.match(/\p{L}+/gu)?.length ?? 0) >= 3 ? [] : [name]
  })
}

const rules: Rule[] = [
  {
    name: 'a feature has a contract and handlers for it, or is listed as one that only draws or computes',
    complaints: (files) =>
      featuresOf(files).flatMap((feature) => {
        const has = (file: string): boolean => files.has(`features/${feature}/${file}`)
        if (WITHOUT_CALLS.includes(feature))
          return has('contract.ts') ? [`${feature} has a contract: unlist it`] : []
        if (!has('contract.ts')) return [`${feature} has no contract.ts`]
        return has('server/handlers.ts') ? [] : [`${feature} has no server/handlers.ts`]
      }),
    bad: [{ 'features/shifts/web/ShiftsScreen.tsx': '' }, { 'features/shifts/contract.ts': '' }],
    good: { 'features/shifts/contract.ts': '', 'features/shifts/server/handlers.ts': '' },
  },
  {
    name: 'a feature with a contract is wired in app/contract.ts and app/api.ts',
    complaints: (files) =>
      featuresOf(files)
        .filter((feature) => files.has(`features/${feature}/contract.ts`))
        .flatMap((feature) =>
          ['app/contract.ts', 'app/api.ts']
            .filter((file) => !files.get(file)?.includes(`#features/${feature}/`))
            .map((file) => `${feature} is missing in ${file}`),
        ),
    bad: [
      {
        'features/shifts/contract.ts': '',
        'app/contract.ts': `import { shifts } from '#features/shifts/contract.ts'`,
        'app/api.ts': '',
      },
    ],
    good: {
      'features/shifts/contract.ts': '',
      'app/contract.ts': `import { shifts } from '#features/shifts/contract.ts'`,
      'app/api.ts': `import { shiftHandlers } from '#features/shifts/server/handlers.ts'`,
    },
  },
  {
    name: 'a text area looks out for patient data: it is FreeText, or has PatientDataNotice beside it, or is listed with why not',
    complaints: each(
      (path) => /^(features|ui|routes)\/.*\.tsx$/.test(path) && !AREAS[path],
      (text) =>
        /<(Textarea|PlainTextarea|textarea)\b/.test(text) &&
        !/<PatientDataNotice\b/.test(text) &&
        'a text area of its own',
    ),
    bad: [
      { 'features/shifts/web/CancelDialog.tsx': '<Textarea label="Reason" />' },
      { 'features/shifts/web/CancelDialog.tsx': '<textarea name="reason" />' },
      { 'features/shifts/web/CancelDialog.tsx': '<PlainTextarea label="Reason" />' },
    ],
    good: {
      'features/shifts/web/CancelDialog.tsx': '<FreeText label="Reason" tick={tick} />',
      'features/shifts/web/Note.tsx': '<PlainTextarea /><PatientDataNotice text={text} tick={tick} />',
      'ui/PlainField.tsx': '<textarea rows={6} />',
    },
  },
  {
    name: 'a feature holds only the files a reader knows to look for',
    complaints: each(
      (path) => path.startsWith('features/'),
      (_text, path) => {
        const file = path.replace(/^features\/[a-z][a-z-]*\//, '')
        const known =
          /^(contract|rules|messages|fake)(\.test)?\.ts$/.test(file) ||
          /^db\/(kernel|guards|policies)\.sql$/.test(file) ||
          /^rules\/[a-z][a-z0-9-]*(\.test)?\.ts$/.test(file) ||
          /^server\/((commands|queries)\/)?[a-z][a-z0-9-]*((\.db)?\.test)?\.ts$/.test(file) ||
          /^web\/[A-Za-z][A-Za-z0-9-]*(\.test)?\.tsx?$|^web\/[A-Za-z-]+\.module\.css$/.test(file)
        return !known && 'no such file in a feature'
      },
    ),
    bad: [
      { 'features/shifts/utils.ts': '' },
      { 'features/shifts/web/parts/Row.tsx': '' },
      { 'features/Shifts/rules.ts': '' },
      { 'features/shifts/server/helpers/row.ts': '' },
      { 'features/shifts/db/functions.sql': '' },
      { 'features/shifts/policies.sql': '' },
      { 'features/shared.ts': '' },
    ],
    good: {
      'features/site-visits/rules.test.ts': '',
      'features/site-visits/rules/read-hours.ts': '',
      'features/site-visits/messages.ts': '',
      'features/site-visits/db/kernel.sql': '',
      'features/site-visits/server/commands/plan-visit.ts': '',
      'features/site-visits/server/queries/list-visits.ts': '',
      'features/site-visits/server/copy.db.test.ts': '',
      'features/site-visits/web/SiteVisitForm.tsx': '',
    },
  },
  {
    name: 'folders are the ones of the architecture page, at most three deep',
    complaints: each(
      (path) => path.includes('/'),
      (_text, path) => {
        const folders = path.split('/').slice(0, -1)
        if (!FOLDERS.test(folders[0] ?? '')) return 'no such folder on the architecture page'
        // Commands and queries have their own folder in the server's folder.
        const most = /^features\/[^/]+\/server\/(commands|queries)\//.test(path) ? 4 : 3
        return folders.length > most && 'more than three folders deep'
      },
    ),
    bad: [
      { 'src/core/hours.ts': '' },
      { 'ui/table/cells/dates/Day.tsx': '' },
      { 'features/shifts/server/queries/list/rows.ts': '' },
    ],
    good: {
      'features/shifts/server/export.ts': '',
      'features/shifts/server/commands/publish-shift.ts': '',
      'README.md': '',
    },
  },
  {
    name: 'files are kebab-case, or PascalCase after their one component',
    complaints: each(
      (path) => isCode(path) && !path.startsWith('routes/'),
      (_text, path) => {
        const [name = ''] = (path.split('/').at(-1) ?? '').split('.')
        return (
          !/^[a-z0-9]+(-[a-z0-9]+)*$|^([A-Z][a-z0-9]*)+$/.test(name) && 'neither kebab-case nor PascalCase'
        )
      },
    ),
    bad: [{ 'core/plainDate.ts': '' }, { 'ui/use_form.ts': '' }],
    good: { 'core/plain-date.test.ts': '', 'ui/DataTable.tsx': '', 'app/routeTree.gen.ts': '' },
  },
  {
    name: 'no barrels: only the public API of a feature re-exports',
    complaints: each(
      (path) => isCode(path) && !/^features\/[^/]+\/(server|web)\/public\.tsx?$/.test(path),
      (text) => {
        const rest = codeOf(text).replace(/^export (type )?(\*( as \w+)?|\{[^}]*\}) from .*$/gm, '')
        return codeOf(text) !== '' && rest.trim() === '' && 'nothing but re-exports'
      },
    ),
    bad: [
      {
        'ui/index.ts': `/** The kit. */\nexport * from './Table.tsx'\nexport {\n  a,\n  type B,\n} from './Form.tsx'`,
      },
    ],
    good: {
      'features/shifts/web/public.ts': `export { shifts } from './queries.ts'`,
      'ui/Table.tsx': `export type { Row } from './rows.ts'\nexport const Table = () => null`,
    },
  },
  {
    name: 'named exports only, except where a tool asks for the default',
    complaints: each(
      (path) => isCode(path) && !path.endsWith('.d.ts') && !/(^|[./])config\.ts$/.test(path),
      (text) => lineOf(codeOf(text), /^export (default\b|.*\bas default\b)/),
    ),
    bad: [
      { 'ui/Table.tsx': 'export default function Table() {}' },
      { 'ui/Row.ts': 'export { Row as default }' },
    ],
    good: { 'ui/Table.tsx': '// never export default\nexport const Table = () => null' },
  },
  {
    name: 'nothing unfinished, and nothing of the machine it was built on',
    complaints: each(
      (path) => path !== 'package-lock.json',
      (text) => {
        const word = BANNED.find((banned) =>
          banned === banned.toUpperCase()
            ? new RegExp(`\\b${banned}\\b`).test(text)
            : text.toLowerCase().includes(banned),
        )
        return word ?? lineOf(text, MACHINE_PATH) ?? lineOf(text, ISSUE_NUMBER)
      },
    ),
    bad: [
      ...BANNED.map((word) => ({ 'README.md': `A ${word}.` })),
      { 'README.md': `It is in /${'home'}/ann/placewell.` },
      { 'README.md': `See issue ${'12'}.` },
    ],
    good: {
      'README.md':
        'A to-do list at https://example.org/home/page, and features/home/rules.ts. Issue of 12 forms.',
    },
  },
  {
    name: 'packages come from whatever registry the reader uses',
    complaints: (files) => [
      ...(/"resolved": "(?!(\.|node_modules))/.test(files.get('package-lock.json') ?? '')
        ? ['package-lock.json names a registry']
        : []),
      ...(/registry\s*=\s*\S/.test(
        (files.get('.npmrc') ?? '').replace('omit-lockfile-registry-resolved=', ''),
      )
        ? ['.npmrc names a registry']
        : []),
    ],
    bad: [
      { 'package-lock.json': '"resolved": "https://packages.example.org/zod.tgz"' },
      { '.npmrc': 'registry=https://packages.example.org' },
    ],
    good: { 'package-lock.json': '"version": "1.0.0"', '.npmrc': 'omit-lockfile-registry-resolved=true' },
  },
  {
    name: 'every address behind the sign-in says who may open it',
    complaints: each(
      (path) => /^routes\/_app\/.*\.tsx$/.test(path) && !isTest(path) && !path.endsWith('/route.tsx'),
      (text) => !/staticData:\s*\{[^}]*\baccess\b/.test(codeOf(text)) && 'no access in staticData',
    ),
    bad: [
      {
        'routes/_app/school/shifts.tsx': `createFileRoute('/_app/school/shifts')({ component: ShiftsScreen })`,
      },
      { 'routes/_app/school/shifts.tsx': `staticData: {\n  // access: 'any'\n  title: 'Shifts' }` },
    ],
    good: {
      'routes/_app/route.tsx': 'the guard',
      'routes/_app/school/shifts.tsx': `createFileRoute('/_app/school/shifts')({ staticData: { title: 'Shifts', access: [] } })`,
    },
  },
  {
    name: 'policies lie with the feature they belong to',
    complaints: each(
      (path) => /(^|\/)policies[^/]*\.sql$/.test(path),
      (_text, path) => !/^features\/[^/]+\/db\/policies\.sql$/.test(path) && 'not in a feature',
    ),
    bad: [{ 'database/policies.sql': '' }, { 'features/shifts/server/policies.sql': '' }],
    good: { 'features/schools/db/policies.sql': '' },
  },
  {
    // Several branches create migrations at once and land in any order, so a number may be missing for a while.
    name: 'migrations are numbered from 001, each number once',
    complaints: (files) =>
      [...files.keys()]
        .filter((path) => path.startsWith('database/migrations/'))
        .sort()
        .flatMap((path, at, all) => {
          const number = /^database\/migrations\/(\d{3})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.exec(path)?.[1]
          if (!number || (at === 0 && number !== '001')) return [`${path}: expected 001-….sql and so on`]
          return all[at - 1]?.startsWith(`database/migrations/${number}-`)
            ? [`${path}: there is a ${number} already`]
            : []
        })
        .slice(0, 1),
    bad: [
      { 'database/migrations/002-people.sql': '' },
      { 'database/migrations/001-people.sql': '', 'database/migrations/Shifts.sql': '' },
      { 'database/migrations/001-people.sql': '', 'database/migrations/001-shifts.sql': '' },
    ],
    good: { 'database/migrations/001-people.sql': '', 'database/migrations/003-shifts.sql': '' },
  },
  {
    name: 'exported functions of rules, core, platform and ui are explained in a sentence',
    complaints: each(
      (path) =>
        isCode(path) &&
        /^(core|platform|ui)\/|^features\/[^/]+\/rules\.ts$/.test(path) &&
        !isTest(path) &&
        !path.endsWith('.d.ts'),
      (text) => unexplained(text).join(', '),
    ),
    bad: [
      { 'core/hours.ts': 'export function hours() {}' },
      { 'core/hours.ts': '/** Hours. */\nexport function hours() {}' },
      { 'core/hours.ts': '/** Whole hours of a shift. */\n\nexport async function hours() {}' },
      { 'features/shifts/rules.ts': 'export const isOpen = (shift: Shift): boolean => true' },
      { 'ui/Table.tsx': 'export const Table = <Row,>(rows: Row[]) => null' },
      { 'ui/Table.tsx': 'export const Table: FC<Props> = (props) => null' },
    ],
    good: {
      'core/hours.ts': [
        '/** Whole hours of a shift. */',
        'export function hours(from: string): number',
        'export function hours(from: number): number',
        'export const LONGEST = 24',
        'export const HALF = (LONGEST / 2)',
        '/**',
        ' * True when a shift ends on the next day.',
        ' */',
        'export const isOvernight = (from: string): boolean => true',
      ].join('\n'),
      'features/shifts/server/export.ts': 'export function all() {}',
    },
  },
  {
    name: 'an exception to the linter or the compiler gives its reason after --',
    complaints: each(isCode, (text) =>
      text
        .split('\n')
        .find(
          (line) =>
            /(\/\/|\/\*).*((ox|es)lint-disable|@ts-(expect-error|ignore|nocheck))/.test(line) &&
            !/ -- \S.{4,}/.test(line),
        )
        ?.trim(),
    ),
    bad: [
      { 'core/hours.ts': `// ${'oxlint'}-disable-next-line no-console\nconsole.log(1)` },
      { 'core/hours.ts': `// @ts-${'expect'}-error\nhours('')` },
    ],
    good: {
      'core/hours.ts': `// ${'oxlint'}-disable-next-line no-console -- the start-up message is for a person`,
    },
  },
  {
    name: 'screens leave errors to the query client',
    complaints: each(
      (path) => /^features\/[^/]+\/web\/\w+Screen\.tsx$/.test(path),
      (text) => lineOf(codeOf(text), /\btry\s*\{/),
    ),
    bad: [{ 'features/shifts/web/ShiftsScreen.tsx': 'try { await copy() } catch {}' }],
    good: { 'features/shifts/web/ShiftsScreen.tsx': '// never try { }\ncopy.mutate()' },
  },
  {
    name: 'numbers and money are written by formatNumber and formatMoney of core/number-text.ts',
    complaints: each(
      (path) => isCode(path) && path !== 'core/number-text.ts' && path !== 'scripts/house.test.ts',
      (text) => lineOf(codeOf(text), /\.toLocaleString\(|\bIntl\.NumberFormat\b/)?.trim(),
    ),
    bad: [
      { 'features/shifts/rules.ts': "export const words = (n: number) => n.toLocaleString('en-US')" },
      { 'features/shifts/web/Seats.tsx': '<b>{seats?.toLocaleString()}</b>' },
      { 'ui/Amount.tsx': "const format = new Intl.NumberFormat('en-US')" },
    ],
    good: {
      'core/number-text.ts': "value.toLocaleString('en-US')",
      'ui/Amount.tsx': '// not value.toLocaleString()\nformatNumber(value)',
    },
  },
  {
    name: 'what a width hides is hidden by a CSS module: the classes of hiddenFrom and visibleFrom are not loaded (ui/MantineScope.tsx)',
    complaints: each(
      (path) => isCode(path) && path.endsWith('.tsx') && path !== 'ui/MantineScope.tsx',
      (text) => lineOf(codeOf(text), /\b(hidden|visible)From=/)?.trim(),
    ),
    bad: [{ 'features/shifts/web/ShiftTable.tsx': '<Text hiddenFrom="sm">Seats</Text>' }],
    good: { 'features/shifts/web/ShiftTable.tsx': '<Text className={classes.onPhones}>Seats</Text>' },
  },
]

describe.each(rules)('$name', ({ complaints, bad, good }) => {
  test.each(bad)('catches %j', (tree) => {
    expect(complaints(new Map(Object.entries(tree)))).toHaveLength(1)
  })
  test('accepts the good examples', () => {
    expect(complaints(new Map(Object.entries(good)))).toEqual([])
  })
})

describe('the product', () => {
  let files: Files
  beforeAll(async () => {
    files = await read(HOME)
  })

  test('has been read', () => {
    expect(files.size).toBeGreaterThan(20)
    expect(files.has('scripts/house.test.ts')).toBe(true)
    expect([...files.keys()].some((path) => path.includes('node_modules'))).toBe(false)
  })

  test.each(rules)('$name', ({ complaints }) => {
    expect(complaints(files)).toEqual([])
  })
})

async function read(folder: string, files = new Map<string, string>()): Promise<Files> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) await read(path, files)
    } else if (TEXT.test(path)) files.set(relative(HOME, path), await readFile(path, 'utf8'))
  }
  return files
}
