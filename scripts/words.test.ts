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
