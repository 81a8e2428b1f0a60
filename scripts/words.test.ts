/** What people read is plain American English: phrases that our texts must not have, each with what to say instead. */
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
]

/** Texts that are not for people, or that name the thing they ban. */
const ALLOWED = [
  // Names of columns in the files that schools send.
  /^program programme /,
]

/** The texts of a file: strings with a space in them, and what stands between tags. */
function textsOf(path: string, source: string): string[] {
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
  visit(parseSync(path, source).program)
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

const files = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$|testing/.test(name))
      .map((name) => join(folder, name)),
  )

describe('words that people read', () => {
  test('have no phrase of the list', () => {
    expect(files().flatMap((path) => complaints(path, readFileSync(path, 'utf8')))).toEqual([])
  })

  test.each([
    ["const a = 'Tell somebody about it'", 'someone, or the role'],
    ['const a = <p>Your answer\n   waits for you</p>', 'needs …, or is waiting for …'],
    ['const a = `Sent by e-mail to ${b}`', 'email'],
    ['const a = <p title="The semester was cancelled" />', 'American spelling'],
  ])('%s is seen', (source, better) => {
    expect(complaints('a.tsx', source)).toEqual([expect.stringContaining(better)])
  })

  test('comments and names are not texts', () => {
    expect(complaints('a.ts', "// nobody is told\nconst nobody = { status: 'cancelled' }")).toEqual([])
  })
})

/**
 * Word of an identifier → what to say instead, and how many are left: names of columns and stored values, and what is not renamed yet. The
 * numbers only go down.
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
  side: { say: 'party', left: 78 },
  place: { say: 'facility, open slot, waitlist position', left: 245 },
}
/** Word of a comment or test title → what to say instead, and how many are left. */
const PROSE_WORDS: Record<string, { say: string; left: number }> = {
  nobody: { say: 'no one, or the role', left: 0 },
  somebody: { say: 'someone, or the role', left: 0 },
  everybody: { say: 'everyone', left: 0 },
  whoever: { say: 'anyone who, or the role', left: 0 },
  beside: { say: 'next to', left: 0 },
  anew: { say: 'again', left: 1 },
}
/** So much lower than its number a count may be before the number has to follow. */
const SLACK = 40

/** siteVisits, SITE_VISITS, site-visits → site, visit: words in lower case without the plural. */
const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase().replace(/(?<=[a-z]{3})s$/, ''))

/** The words of a file's own name and of its identifiers, and those of its comments and test titles. */
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

/** The title of a call of `it`, `test` or `describe`, in a list of its own; nothing for another call. */
function titleOf(call: object): string[] {
  const { callee, arguments: given } = call as { callee: { name?: string }; arguments: { value?: unknown }[] }
  const title = given[0]?.value
  return typeof title === 'string' && ['it', 'test', 'describe'].includes(callee.name ?? '') ? [title] : []
}

/** "word: 7 of 5, say …", for each word that there is more of than its number, or so much less that its number can be lowered. */
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

describe('words of the code', () => {
  test('are the standard names, but for those that are left', { timeout: 60_000 }, () => {
    const all = codeFiles().map((path) => wordsOfCode(path, readFileSync(path, 'utf8')))
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

  test('are seen in names, in comments and in titles, with and without a plural', () => {
    const { code, prose } = wordsOfCode('Doors.ts', "// nobody\nconst useDeeds = it('somebody', () => {})")
    expect(code).toEqual(expect.arrayContaining(['door', 'deed']))
    expect(prose).toEqual(['nobody', 'somebody'])
    expect(wrongCounts(code, { deed: { say: 'action', left: 0 } })).toEqual([
      'deed: 1, and only 0 are left: say action',
    ])
    expect(wrongCounts([], { deed: { say: 'action', left: 90 } })).toEqual(['deed: lower its number to 0'])
  })
})
