/**
 * Checks docs/spec-map.md against the product: a map that names missing things or hides existing ones is worse than none. Each check is a
 * function from the map to complaints, with an example that breaks it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { constants } from '#core/constants.ts'

const home = join(import.meta.dirname, '..')
const NOT_YET = 'not yet'

type Row = { what: string; where: string; proof: string }
type Read = (path: string) => string

/** The rows of every table, without headings. */
function rowsOf(map: string): Row[] {
  return [...map.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    .map(([, what, where, proof]) => ({ what: what!, where: where!, proof: proof! }))
    .filter(({ what }) => what !== 'what')
}

const codesOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
const textsOf = (cell: string): string[] => [...cell.matchAll(/"([^"]+)"/g)].map(([, text]) => text!)

/** A line that starts a table row must be a row, and its cells are files, "not yet" in both, or "no test yet". */
function malformed(map: string): string[] {
  const isFiles = (cell: string) => /^`[^`/][^`]*`(, `[^`/][^`]*`)*$/.test(cell)
  const rows = rowsOf(map)
  const lines = map.split('\n').filter((line) => /^\|(?!-| what \|)/.test(line))
  return [
    ...(lines.length === rows.length ? [] : [`${lines.length} lines of tables, ${rows.length} rows`]),
    ...rows
      .filter(({ where, proof }) =>
        where === NOT_YET
          ? proof !== NOT_YET
          : !isFiles(where) || !(isFiles(proof) || proof === 'no test yet'),
      )
      .map(({ what }) => what),
  ]
}

/** Missing files among the names in code font, which have a folder before the name. Routes begin with a slash. */
function missingFiles(map: string, isThere: (path: string) => boolean): string[] {
  return [...new Set(codesOf(map))].filter((code) => /^[^/\s]+\/\S+$/.test(code) && !isThere(code))
}

/** The address of a route: '/_app/admin/users/$userId' is reached as '/admin/users/{userId}'. */
function addressOf(file: string, text: string): string {
  const id = /createFileRoute\('([^']+)'\)/.exec(text)?.[1]
  if (id === undefined) throw new Error(`${file} does not say its address plainly`)
  const steps = id.split('/').filter((step) => step !== '' && !step.startsWith('_'))
  return `/${steps.map((step) => step.replace(/^\$(.+)$/, '{$1}').replace(/_$/, '')).join('/')}`
}

/** Every address has one row: "not yet" if no route file answers it, else one with the name of the file that does. */
function wrongRoutes(
  map: string,
  addresses: readonly string[],
  answers: ReadonlyMap<string, string>,
): string[] {
  const rows = rowsOf(map)
  return addresses.filter((address) => {
    const own = rows.filter(({ what }) => what.startsWith(`\`${address}\``))
    const file = answers.get(address)
    const isRight = file ? codesOf(own[0]?.where ?? '').includes(file) : own[0]?.where === NOT_YET
    return own.length !== 1 || !isRight
  })
}

/** True if a source has a text word for word. Line breaks, tags and `${is ? 'a' : 'b'}` don't separate it; braces are filled in. */
function holds(source: string, text: string): boolean {
  const squeeze = (words: string) => words.replace(/\{' '\}|\s+/g, '')
  const choice = /\$\{[^{}]*\?'([^']*)':'([^']*)'\}/g
  const pattern = squeeze(text)
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.{1,40}?')
  // A tag may split a text, or have it in an attribute.
  const plain = [source, source.replace(/<\/?\w[^<>]*>/g, '')].map(squeeze)
  const read = plain.flatMap((words) => [words.replace(choice, '$1'), words.replace(choice, '$2')])
  return read.some((words) => new RegExp(pattern).test(words))
}

/** A quoted text is in every file named next to it and in one of the tests; one that is not built yet is in none. */
function wrongTexts(map: string, read: Read, product: readonly string[]): string[] {
  return rowsOf(map).flatMap(({ what, where, proof }) =>
    textsOf(what).flatMap((text) => {
      if (where === NOT_YET)
        return product.filter((file) => holds(read(file), text)).map((file) => `${file} has "${text}"`)
      const tests = codesOf(proof)
      return [
        ...codesOf(where)
          .filter((file) => !holds(read(file), text))
          .map((file) => `${file} lacks "${text}"`),
        ...(tests.length === 0 || tests.some((file) => holds(read(file), text))
          ? []
          : [`no test of "${text}" says it`]),
      ]
    }),
  )
}

/** Rows whose proof is not a test that runs. */
function noTests(map: string): string[] {
  return rowsOf(map).flatMap(({ proof }) =>
    codesOf(proof).filter((file) => !/\.(test\.tsx?|e2e\.ts)$/.test(file)),
  )
}

/** The route table says who may open a page; another test must prove that the page exists. */
const ofTheTable = 'routes/access.test.ts'
function pagesOfTheTable(map: string): string[] {
  return rowsOf(map)
    .filter(({ what, proof }) => what.startsWith('`/') && proof === `\`${ofTheTable}\``)
    .map(({ what }) => what)
}

/** Rows that appear twice below one heading. */
function twice(map: string): string[] {
  return map.split(/^#+ /m).flatMap((section) => {
    const whats = rowsOf(section).map(({ what }) => what)
    return whats.filter((what, at) => whats.indexOf(what) !== at)
  })
}

/** Groups of constants that the map does not mention. */
function unnamedConstants(map: string, groups: readonly string[]): string[] {
  const named = new Set(rowsOf(map).flatMap(({ what }) => codesOf(what)))
  return groups.filter((group) => !named.has(`constants.${group}`))
}

const read: Read = (path) => readFileSync(join(home, path), 'utf8')

describe('the map', () => {
  const map = read('docs/spec-map.md')
  const { routes } = JSON.parse(read('docs/spec-routes.json')) as { routes: { path: string }[] }
  const files = globSync('routes/**/*.tsx', { cwd: home }).filter(
    (file) => !/\/(__root|route)\.tsx$/.test(file),
  )
  const answers = new Map(files.map((file) => [addressOf(file, read(file)), file]))
  const product = globSync('{app,features,platform,routes,ui}/**/*.{ts,tsx,sql}', { cwd: home }).filter(
    (file) => !/\.test\.tsx?$|\.gen\.ts$/.test(file),
  )

  test('has been read', () => {
    expect(rowsOf(map).length).toBeGreaterThan(400)
    expect(routes).toHaveLength(144)
    expect(answers.size).toBeGreaterThan(40)
    expect(product.length).toBeGreaterThan(200)
  })
  test('has three plain columns', () => expect(malformed(map)).toEqual([]))
  test('names only existing files', () =>
    expect(missingFiles(map, (path) => existsSync(join(home, path)))).toEqual([]))
  test('has every route, marked as not yet exactly if nothing answers it', () =>
    expect(
      wrongRoutes(
        map,
        routes.map(({ path }) => path),
        answers,
      ),
    ).toEqual([]))
  test('quotes texts as they are in the product and its tests', () =>
    expect(wrongTexts(map, read, product)).toEqual([]))
  test('has only tests as proof', () => expect(noTests(map)).toEqual([]))
  test('proves pages with more than the route table', () => expect(pagesOfTheTable(map)).toEqual([]))
  test('has no duplicates', () => expect(twice(map)).toEqual([]))
  test('names every group of constants', () =>
    expect(unnamedConstants(map, Object.keys(constants))).toEqual([]))
})

describe('detecting faults', () => {
  const row = (what: string, where = NOT_YET, proof = where) => `| ${what} | ${where} | ${proof} |`
  const good = row('"Hello {name}!"', '`ui/Hello.tsx`', '`ui/hello.test.ts`')
  const sources: Record<string, string> = {
    'ui/Hello.tsx': "<p>\n  Hello <b>{name}</b>\n  !{' '}\n</p>",
    'ui/hello.test.ts': "expect(text).toBe('Hello Nora!')",
    'ui/switch.ts': "`Lamp ${isOn ? 'on' : 'off'} now`",
    'ui/Attribute.tsx': '<Screen text="Please wait" />',
  }
  const readExample: Read = (path) => sources[path] ?? ''
  const everything = Object.keys(sources)

  test('in the table', () => {
    expect(malformed(`${good}\n${row('later')}\n${row('bare', '`ui/a.ts`', 'no test yet')}`)).toEqual([])
    expect(malformed(row('half', NOT_YET, '`ui/a.test.ts`'))).toEqual(['half'])
    expect(malformed(row('vague', 'somewhere', 'no test yet'))).toEqual(['vague'])
    expect(malformed('| two | columns |')).toHaveLength(1)
  })

  test('in a missing file', () => {
    expect(missingFiles(good, (path) => everything.includes(path))).toEqual([])
    expect(
      missingFiles(`${good}\nSee \`ui/gone.ts\`, \`/login\` and \`constants.trial\`.`, (path) =>
        everything.includes(path),
      ),
    ).toEqual(['ui/gone.ts'])
  })

  test('in a route', () => {
    const there = new Map([['/a', 'routes/a.tsx']])
    const a = row('`/a` (any)', '`routes/a.tsx`', 'no test yet')
    const b = row('`/a/b` (any)')
    expect(wrongRoutes(`${a}\n${b}`, ['/a', '/a/b'], there)).toEqual([])
    expect(wrongRoutes(a, ['/a', '/a/b'], there)).toEqual(['/a/b'])
    expect(wrongRoutes(`${row('`/a` (any)')}\n${b}`, ['/a', '/a/b'], there)).toEqual(['/a'])
    expect(wrongRoutes(`${a}\n${a}\n${b}`, ['/a', '/a/b'], there)).toEqual(['/a'])
    expect(wrongRoutes(`${a}\n${b}`, ['/a', '/a/b'], new Map([...there, ['/a/b', 'routes/b.tsx']]))).toEqual([
      '/a/b',
    ])
    expect(addressOf('x', `createFileRoute('/_app/admin/users/$userId')`)).toBe('/admin/users/{userId}')
    expect(() => addressOf('x', 'nothing')).toThrow('x does not say')
  })

  test('in a text', () => {
    expect(wrongTexts(good, readExample, everything)).toEqual([])
    expect(wrongTexts(good.replace('Hello', 'Hallo'), readExample, everything)).toHaveLength(2)
    expect(wrongTexts(row('"Hello {name}!"'), readExample, everything)).toHaveLength(2)
    expect(wrongTexts(row('"Good night"'), readExample, everything)).toEqual([])
    expect(
      wrongTexts(row('"Hello {name}!"', '`ui/Hello.tsx`', '`ui/switch.ts`'), readExample, []),
    ).toHaveLength(1)
    for (const state of ['on', 'off']) expect(holds(sources['ui/switch.ts']!, `Lamp ${state} now`)).toBe(true)
    expect(holds(sources['ui/switch.ts']!, 'Lamp out now')).toBe(false)
    expect(holds(sources['ui/Attribute.tsx']!, 'Please wait')).toBe(true)
    expect(holds('Really. Yes', 'Really? Yes')).toBe(false)
  })

  test('in a proof', () => {
    expect(noTests(good)).toEqual([])
    expect(noTests(row('x', '`ui/a.ts`', '`ui/a.ts`'))).toEqual(['ui/a.ts'])
    const page = (proof: string) => row('`/a` (any)', '`routes/a.tsx`', proof)
    expect(pagesOfTheTable(page('`routes/access.test.ts`'))).toEqual(['`/a` (any)'])
    expect(pagesOfTheTable(page('`routes/access.test.ts`, `e2e/a.e2e.ts`'))).toEqual([])
  })

  test('in a duplicate row', () => {
    expect(twice(`${good}\n${row('later')}\n${good}`)).toEqual(['"Hello {name}!"'])
    expect(twice(`## One\n${good}\n## Two\n${good}`)).toEqual([])
  })

  test('in the constants', () => {
    expect(unnamedConstants(row('a trial (`constants.trial`)'), ['trial', 'links'])).toEqual(['links'])
  })
})
