import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { type Chunks, type Page, planChunks } from './chunk-plan.ts'

/** Files of one module each, with the same name; imports are listed after the colon. */
function files(...texts: string[]): Chunks {
  return Object.fromEntries(
    texts.map((text) => {
      const [name, size, imports = ''] = text.split(' ')
      return [
        name!,
        {
          modules: [`${name}.ts`],
          imports: imports.split(',').filter((one) => one !== ''),
          isEntry: name!.startsWith('entry'),
          hasStyles: false,
          size: Number(size),
        },
      ]
    }),
  )
}
const page = (spare: number, ...names: string[]): Page => ({
  entry: 'app',
  files: names,
  spare,
  weight: 1,
  isRendered: false,
})

/** Which modules end up in the same file. */
function together(chunks: Chunks, pages: Page[]): string[] {
  const plan = planChunks(chunks, pages)
  return [...Map.groupBy(plan.keys(), (id) => plan.get(id)).values()]
    .map((ids) => ids.toSorted().join(' '))
    .toSorted()
}

test('modules that the same pages load become one file, except entries', () => {
  const chunks = files('entry 9000 a,b', 'a 90000', 'b 90000 c', 'c 90000', 'd 90000')
  expect(together(chunks, [page(0, 'entry', 'a', 'b', 'c'), page(0, 'd')])).toEqual([
    'a.ts b.ts c.ts',
    'd.ts',
  ])
})

test('modules that no page loads first are not moved', () => {
  expect(planChunks(files('a 10', 'later 10'), [page(0, 'a')]).has('later.ts')).toBe(false)
})

test('a small file joins another even if some pages don’t need it, within their limit', () => {
  const chunks = files('a 90000', 'b 1000')
  const pages = (spare: number) => [page(spare, 'a', 'b'), page(spare, 'a', 'b'), page(spare, 'a')]
  expect(together(chunks, pages(1_000))).toEqual(['a.ts b.ts'])
  expect(together(chunks, pages(999))).toEqual(['a.ts', 'b.ts'])
})

test('a page that counts for many gets the files that it gains most from', () => {
  const chunks = files('a 90000', 'b 8000', 'c 8000')
  const pages = (weight: number) => [
    { ...page(8_000, 'a', 'b'), weight },
    page(8_000, 'a', 'c'),
    page(8_000, 'a', 'c'),
    page(8_000, 'c'),
  ]
  expect(together(chunks, pages(1))).toEqual(['a.ts', 'b.ts', 'c.ts'])
  expect(together(chunks, pages(3))).toEqual(['a.ts b.ts', 'c.ts'])
})

test('unneeded modules count with everything they import', () => {
  const chunks = files('a 90000', 'b 1000 c', 'c 50000')
  const pages = [page(40_000, 'a', 'b', 'c'), page(40_000, 'a', 'b', 'c'), page(40_000, 'a'), page(0, 'c')]
  expect(together(chunks, pages)).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

test('two files are not joined if a third one depends on one and is needed by the other', () => {
  const chunks = files('a 10 b', 'b 90000 c', 'c 10')
  const pages = [page(100, 'a', 'b', 'c'), page(100, 'a', 'b', 'c'), page(100, 'b', 'c'), page(100, 'c')]
  expect(together(chunks, pages)).not.toContain('a.ts c.ts')
})

test('the styles of server-rendered pages are one file, except those that other pages load too', () => {
  const chunks = files('a 90000', 'b 90000', 'c 90000', 'd 90000')
  for (const [name, chunk] of Object.entries(chunks)) chunk.modules.push(`${name}.module.css`)
  const rendered = (...names: string[]): Page => ({ ...page(0, ...names), isRendered: true })
  const pages = [
    rendered('a', 'b', 'd'),
    rendered('a', 'd'),
    page(0, 'b'),
    { ...page(0, 'd'), entry: 'site' },
    page(0, 'c'),
  ]
  expect(together(chunks, pages)).toEqual([
    'a.module.css b.module.css',
    'a.ts',
    'b.ts',
    'c.module.css c.ts',
    'd.module.css d.ts',
  ])
})

describe('for any files', () => {
  const graphs = fc
    .array(
      fc.record({
        size: fc.integer({ min: 1, max: 20_000 }),
        imports: fc.array(fc.nat(11), { maxLength: 3 }),
      }),
      { minLength: 12, maxLength: 12 },
    )
    .map((all) =>
      // Files import only later ones, so there are no cycles.
      files(
        ...all.map(
          ({ size, imports }, index) =>
            `f${index} ${size} ${imports
              .filter((one) => one > index)
              .map((one) => `f${one}`)
              .join()}`,
        ),
      ),
    )
  const closure = (chunks: Chunks, name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found
    found.add(name)
    for (const next of chunks[name]!.imports) closure(chunks, next, found)
    return found
  }

  test('no files import each other, and no page loads more unneeded code than it may', () => {
    fc.assert(
      fc.property(
        graphs,
        fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 0, max: 30_000 })), { minLength: 1, maxLength: 8 }),
        (chunks, wanted) => {
          const pages = wanted.map(([root, spare]) => page(spare, ...closure(chunks, `f${root}`)))
          const plan = planChunks(chunks, pages)
          const fileOf = (name: string) => plan.get(`${name}.ts`) ?? name
          // The resulting files.
          const made = new Map<string, { size: number; imports: Set<string> }>()
          for (const [name, { size, imports }] of Object.entries(chunks)) {
            const file = made.get(fileOf(name)) ?? { size: 0, imports: new Set<string>() }
            made.set(fileOf(name), file)
            file.size += size
            for (const next of imports) if (fileOf(next) !== fileOf(name)) file.imports.add(fileOf(next))
          }
          const loaded = (file: string, found = new Set<string>(), above: string[] = []): Set<string> => {
            expect(above).not.toContain(file)
            found.add(file)
            for (const next of made.get(file)!.imports) loaded(next, found, [...above, file])
            return found
          }
          for (const [index, { files: needed, spare }] of pages.entries()) {
            const root = `f${wanted[index]![0]}`
            const size = [...loaded(fileOf(root))].reduce((sum, file) => sum + made.get(file)!.size, 0)
            expect(size - needed.reduce((sum, name) => sum + chunks[name]!.size, 0)).toBeLessThanOrEqual(
              spare,
            )
          }
        },
      ),
    )
  })
})
