/** On-screen texts are plain American English: phrases that they must not have, each with what to say instead. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const FOLDERS = ['app', 'core', 'features', 'platform/web', 'routes', 'ui']

/** Phrase → what to say instead. */
const BANNED: readonly [RegExp, string][] = [
  [/\bsomebody\b/i, 'someone, or the role'],
  [/\beverybody\b/i, 'everyone'],
  [/\bnobody\b/i, 'no one, or the role'],
  [/\bwhoever\b/i, 'the person who …'],
  [/\bwhatever\b/i, 'name the thing'],
  [/\bno such\b/i, 'We can’t find that …'],
  [/\bwaits for\b/i, 'needs …, or is waiting for …'],
  [/\bstands? (here|in the|beside|again)\b/i, 'appears, is shown, is included'],
  [/\blies (ahead|in the past|below|outside)\b/i, 'is upcoming, has passed, is below, is outside'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\b(is|are|was|were) told\b/i, 'is notified'],
  [/\bask(s|ed)? for a (seat|shift|change|release|permission|partnership)\b/i, 'request'],
  [/\b(is|are) to be (made|decided|published|given)\b/i, 'needs …'],
  [/\bhangs? on\b/i, 'depends on'],
  [/\btaken? up again\b/i, 'resume'],
  [/\bput (it|this|that) right\b/i, 'fix, correct'],
  [/\be-mails?\b/i, 'email'],
  [/\bwhat now\?/i, 'Next steps, or a question about the thing'],
  [/\banybody\b/i, 'anyone, or the role'],
  [/\bleads? nowhere\b/i, 'This link isn’t valid'],
  [/\bby yourself\b/i, 'online, or name who does it'],
  [/\bpeople wait\b/i, 'say how many are pending'],
  [
    /\b(programme|colour|honour|favour|behaviour|centre|enrolment|cancelled|cancelling|organis\w+|recognis\w+|learnt)\b/i,
    'American spelling',
  ],
  [
    /\b(an?|the|this|that|each|every|no|another|which|of these|offers?) places?\b/i,
    'the facility, seat, open slot or position',
  ],
  [/\b(both|either|neither|the other|each|our) sides?\b/i, 'both parties, or the school and the facility'],
]

/** Texts that users don't read, or that must keep the phrase. */
const ALLOWED = [
  // Column names in the files that schools send.
  /^program programme /,
  // Students agreed to this exact text: a changed word is a new version.
  /^The people who run the units where I am placed, .* at the places I choose below\.$/,
]

/** The texts of a file: strings with a space, and text between tags. */
function textsOf(path: string, source: string, root: unknown = parseSync(path, source).program): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    if (type === 'ImportDeclaration' || type === 'TSLiteralType') return
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value)
    if (type === 'TemplateElement') texts.push((value as { cooked?: string }).cooked ?? '')
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(root)
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter(
      (text) =>
        text.includes(' ') && !/\b(select|from|join|insert|where)\b.*\b(app|public|priv)\./s.test(text),
    )
}

/** "path: “text”: say …", for each text that has a banned phrase. */
function complaints(path: string, source: string): string[] {
  return textsOf(path, source)
    .filter((text) => !ALLOWED.some((allowed) => allowed.test(text)))
    .flatMap((text) =>
      BANNED.filter(([banned]) => banned.test(text)).map(([, better]) => `${path}: “${text}”: say ${better}`),
    )
}

/** “One …” where other numbers are digits, in `count === 1 ? 'One seat' : …`: write “1 seat”, as in every list (numbers before words). */
function spelledOnes(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, test: asked, consequent } = node as { type?: string; test?: Asked; consequent?: unknown }
    if (type === 'ConditionalExpression' && asked?.operator === '===' && asked.right?.value === 1)
      found.push(...textsOf(path, source, consequent).filter((text) => /(?<!other |at )\bone\b/i.test(text)))
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(parseSync(path, source).program)
  return found.map((text) => `${path}: “${text}”: say 1`)
}
type Asked = { operator?: string; right?: { value?: unknown } }

const files = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$|testing/.test(name))
      .map((name) => join(folder, name)),
  )

describe('on-screen texts', () => {
  test('have no banned phrase', () => {
    expect(files().flatMap((path) => complaints(path, readFileSync(path, 'utf8')))).toEqual([])
  })

  test.each([
    ["const a = 'Tell somebody about it'", 'someone, or the role'],
    ['const a = <p>Your answer\n   waits for you</p>', 'needs …, or is waiting for …'],
    ['const a = `Sent by e-mail to ${b}`', 'email'],
    ['const a = <p title="The semester was cancelled" />', 'American spelling'],
  ])('detects %s', (source, better) => {
    expect(complaints('a.tsx', source)).toEqual([expect.stringContaining(better)])
  })

  test('write 1 as a digit, like other numbers', () => {
    const pages = files().map((path) => [path, readFileSync(path, 'utf8')] as const)
    const asked = pages.filter(([, source]) => source.includes('=== 1'))
    expect(asked.flatMap(([path, source]) => spelledOnes(path, source))).toEqual([])
  })

  test.each([
    ["const a = n === 1 ? 'One seat is' : `${n} seats are`", 1],
    ['const a = `Take ${n === 1 ? `one seat on ${unit}` : n}`', 1],
    ["const a = n === 1 ? '1 seat' : `${n} seats`", 0],
    ["const a = n === 1 ? 'Undo the other one' : 'Undo the others'", 0],
  ])('%s: %d', (source, count) => {
    expect(spelledOnes('a.tsx', source)).toHaveLength(count)
  })

  test('comments and identifiers are not texts', () => {
    expect(complaints('a.ts', "// nobody is told\nconst nobody = { status: 'cancelled' }")).toEqual([])
  })
})

/**
 * Word in identifiers → what to say instead, and how many are left: names of columns and stored values, and names not changed yet. The
 * numbers only decrease.
 */
const CODE_WORDS: Record<string, { say: string; left: number }> = {
  deed: { say: 'action', left: 0 },
  door: { say: 'public API, auth page or listener', left: 0 },
  drawn: { say: 'rendered, or generated; a draw is a lottery', left: 0 },
  awake: { say: 'mounted, hydrated', left: 0 },
  told: { say: 'notified', left: 6 },
  world: { say: 'fixture', left: 7 },
  obstacle: { say: 'blocker', left: 0 },
  law: { say: 'import rules', left: 4 },
}
/** Word in comments or test titles → what to say instead, and how many are left. */
const PROSE_WORDS: Record<string, { say: string; left: number }> = {
  nobody: { say: 'no one, or the role', left: 0 },
  somebody: { say: 'someone, or the role', left: 0 },
  everybody: { say: 'everyone', left: 0 },
  whoever: { say: 'anyone who, or the role', left: 0 },
  beside: { say: 'next to', left: 0 },
  anew: { say: 'again', left: 1 },
}
/** How far a count may drop below its number before the number must be lowered. */
const SLACK = 40

/** siteVisits, SITE_VISITS, site-visits → site, visit: lowercase words without the plural s. */
const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase().replace(/(?<=[a-z]{3})s$/, ''))

/** The words in a file's name and identifiers, and those in its comments and test titles. */
function wordsOfCode(path: string, source: string): { code: string[]; prose: string[] } {
  const { program, comments } = parseSync(path, source)
  const code = wordsIn(path.split('/').at(-1)!)
  const prose = comments.map(({ value }) => value)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as { type?: string; name?: unknown }
    if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string')
      code.push(...wordsIn(name))
    if (type === 'CallExpression') prose.push(...titleOf(node))
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(program)
  return { code, prose: prose.flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? []) }
}

/** The title of an `it`, `test` or `describe` call, as a list; empty for other calls. */
function titleOf(call: object): string[] {
  const { callee, arguments: given } = call as { callee: { name?: string }; arguments: { value?: unknown }[] }
  const title = given[0]?.value
  return typeof title === 'string' && ['it', 'test', 'describe'].includes(callee.name ?? '') ? [title] : []
}

/** A complaint for each word that occurs more often than its number, or so rarely that its number can be lowered. */
function wrongCounts(
  found: readonly string[],
  limits: Record<string, { say: string; left: number }>,
): string[] {
  const counts = new Map<string, number>()
  for (const word of found) if (Object.hasOwn(limits, word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.entries(limits).flatMap(([word, { say, left }]) => {
    const count = counts.get(word) ?? 0
    if (count > left) return [`${word}: ${count}, and only ${left} are left: say ${say}`]
    return left - count > SLACK ? [`${word}: lower its number to ${count}`] : []
  })
}

const codeFiles = (): string[] =>
  ['app', 'core', 'database', 'e2e', 'features', 'platform', 'routes', 'scripts', 'ui'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.gen\.ts$|law-fixtures|words\.test/.test(name))
      .map((name) => join(folder, name)),
  )

describe('words in code', () => {
  test('are the standard names, except for those that are left', { timeout: 60_000 }, () => {
    const any = new RegExp([...Object.keys(CODE_WORDS), ...Object.keys(PROSE_WORDS)].join('|'), 'i')
    const all = codeFiles().flatMap((path) => {
      const source = readFileSync(path, 'utf8')
      // A file without the letters does not have the words.
      return any.test(path) || any.test(source) ? [wordsOfCode(path, source)] : []
    })
    expect([
      ...wrongCounts(
        all.flatMap(({ code }) => code),
        CODE_WORDS,
      ),
      ...wrongCounts(
        all.flatMap(({ prose }) => prose),
        PROSE_WORDS,
      ),
    ]).toEqual([])
  })

  test('are detected in names, comments and titles, with and without a plural', () => {
    const { code, prose } = wordsOfCode('Doors.ts', "// nobody\nconst useDeeds = it('somebody', () => {})")
    expect(code).toEqual(expect.arrayContaining(['door', 'deed']))
    expect(prose).toEqual(['nobody', 'somebody'])
    expect(wrongCounts(code, { deed: { say: 'action', left: 0 } })).toEqual([
      'deed: 1, and only 0 are left: say action',
    ])
    expect(wrongCounts([], { deed: { say: 'action', left: 90 } })).toEqual(['deed: lower its number to 0'])
  })
})

/** Ambiguous noun → what to say instead, depending on its meaning. */
const NOUNS: Record<string, string> = {
  place: 'facility, tenant, location, seat, open slot or position',
  side: 'party',
}
/** Allowed: the field's verb "to place students", and the side navigation. */
const RIGHT = /place_?(students?|everyone)|side_?nav/gi
/** Files without a match need no closer look. */
const MAY_HAVE = /(?<![A-Za-z])([Pp]lace|[Ss]ide)s?(?![a-z])|[a-z\d](Place|Side)s?(?![a-z])|PLACE|SIDE/
/** In prose the word before a noun identifies it: "take place", "in place of" and "side by side" are fine. */
const NOUN_IN_PROSE =
  /\b(?!that places)(?:an?|the|this|that|these|those|each|every|either|neither|both|other|another|no|which|whose|its|their|own|same|such|very|of|free|fewer|offered|waitlist|\d+) (place|side)s?\b(?! by side| panel| navigation)/gi
/** Files that still read old names. */
const OF_BEFORE = [
  'database/renamed.db.test.ts',
  'features/notifications/server/unsubscribe-links.ts',
  'features/notifications/server/unsubscribe.db.test.ts',
  'platform/server/legacy-params.ts',
  'platform/server/web-app.test.ts',
  'platform/web/kit/preferences.ts',
]

const wrongNames = (text: string): string[] =>
  wordsIn(text.replaceAll(RIGHT, ' ')).filter((word) => Object.hasOwn(NOUNS, word))
const wrongNouns = (prose: string): string[] =>
  [...prose.replaceAll(/[\s*]+/g, ' ').matchAll(NOUN_IN_PROSE)].map(([, noun]) => noun!.toLowerCase())

/** Names in an SQL statement: after `as`, after a dot, and words with an underscore. */
const namesInSql = (text: string): string[] =>
  text.match(/(?<=\bas )\w+|(?<=\w\.)\w+|\b\w+_\w+\b|(?<=(?:->>?|\?) ?')\w+(?=')/g) ?? []

/** The ambiguous nouns in the names, codes, statements, comments and titles of a TypeScript file. */
function nounsOfCode(path: string, source: string): string[] {
  const { program, comments } = parseSync(path, source)
  const names = [path.split('/').at(-1)!]
  const prose = comments.map(({ value }) => value)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, name, value } = node as { type?: string; name?: unknown; value?: unknown }
    if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string') names.push(name)
    if (type === 'Literal' && typeof value === 'string')
      names.push(...(/^[\w.]+$/.test(value) ? [value] : namesInSql(value)))
    if (type === 'TemplateElement') names.push(...namesInSql((value as { cooked?: string }).cooked ?? ''))
    if (type === 'CallExpression') prose.push(...titleOf(node))
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(program)
  return [...names.flatMap(wrongNames), ...prose.flatMap(wrongNouns)]
}

/** The same for an SQL file: its comments are prose, the rest is names. */
function nounsOfSql(source: string): string[] {
  const prose = source.match(/--.*$/gm) ?? []
  const code = source.replaceAll(/--.*$/gm, '')
  return [
    ...(code.match(/\w+/g) ?? []).flatMap(wrongNames),
    ...wrongNouns(prose.join(' ').replaceAll('--', '')),
  ]
}

/** "path: place: say facility, …", for each noun of the file. */
const nounComplaints = (path: string, source: string): string[] =>
  [
    ...new Set(
      !MAY_HAVE.test(source) && !MAY_HAVE.test(path)
        ? []
        : path.endsWith('.sql')
          ? nounsOfSql(source)
          : path.endsWith('.md')
            ? wrongNouns(source)
            : nounsOfCode(path, source),
    ),
  ].map((noun) => `${path}: ${noun}: say ${NOUNS[noun]}`)

/** Benchmarks, SQL that is applied at each start, and documents; landed migrations never change. */
const otherFiles = (): string[] => [
  ...readdirSync('bench', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('bench', name)),
  ...['database', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql') && !name.startsWith('migrations/'))
      .map((name) => join(folder, name)),
  ),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

describe('ambiguous nouns', () => {
  test('are replaced by what they mean', { timeout: 60_000 }, () => {
    const all = [...codeFiles(), ...otherFiles()].filter((path) => !OF_BEFORE.includes(path))
    expect(all.flatMap((path) => nounComplaints(path, readFileSync(path, 'utf8')))).toEqual([])
  })

  test.each([
    ['a.ts', 'const placeName = 1'],
    ['a.ts', "const row = { suspendedBySide: 'school' }"],
    ['a.ts', "refuse('shift.place_closed')"],
    ['a.ts', 'sql`select f.name as place from facilities f`'],
    ['a.ts', '/** Locks a\n * place for a change. */'],
    ['a.ts', "it('is asked of the other side', () => {})"],
    ['a.sql', 'create policy chosen_by_sides on public.partnership_sites'],
    ['a.sql', '-- Each side keeps its own.'],
    ['a.md', 'A facility admin runs the place they belong to.'],
  ])('%s: detects %s', (path, source) => {
    expect(nounComplaints(path, source)).toHaveLength(1)
  })

  test.each([
    ['a.ts', 'placeStudent(settings.place_everyone, placement, replaced, <SideNav />)'],
    ['a.ts', '// A shift that takes place; a number in place of the name; two lists side by side.'],
    ['a.sql', "select app.place_student(1) -- in place of whom it places, on the server's side panel"],
  ])('%s: accepts %s', (path, source) => {
    expect(nounComplaints(path === 'a.ts' ? 'a.tsx' : path, source)).toEqual([])
  })
})
