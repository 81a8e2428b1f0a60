import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { PageRenderer } from './page-renderer.ts'

const folder = mkdtempSync(join(tmpdir(), 'placewell-renderer-'))
const file = join(folder, 'thread.mjs')
// Renders what the test asks for.
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ id, path, answers }) => {
  if (path === '/ends') process.exit(1)
  if (path === '/fails') parentPort.postMessage({ id, failure: 'no such page' })
  if (path === '/page') parentPort.postMessage({ id, html: answers })
})`,
)
const opened: PageRenderer[] = []
const warnings: unknown[] = []
function open(options: Partial<ConstructorParameters<typeof PageRenderer>[0]> = {}): PageRenderer {
  const log = { warn: (what: unknown) => void warnings.push(what) } as never
  const renderer = new PageRenderer({ file, log, patienceMs: 10_000, ...options })
  opened.push(renderer)
  return renderer
}
const page = (path: string, answers = '') => ({ path, answers, zone: 'UTC' })
afterAll(async () => {
  await Promise.all(opened.map((renderer) => renderer.close()))
  rmSync(folder, { recursive: true })
})

it('returns to each page what was rendered for it', async () => {
  const renderer = open()
  const all = ['one', 'two', 'three'].map((words) => renderer.render(page('/page', words)))
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three'])
})

it('returns nothing for a page that cannot be rendered, and renders the next', async () => {
  const renderer = open()
  expect(await renderer.render(page('/fails'))).toBeNull()
  expect(warnings).toContainEqual({ err: 'no such page' })
  expect(await renderer.render(page('/page', 'next'))).toBe('next')
})

it('limits how long a page waits, and how many', async () => {
  const renderer = open({ patienceMs: 1, most: 2 })
  expect(await renderer.render(page('/never'))).toBeNull()
  expect(await renderer.render(page('/never'))).toBeNull()
  // Both are still being rendered.
  expect(await renderer.render(page('/page', 'third'))).toBeNull()
})

it('returns nothing to those who wait when the thread ends, and renders nothing for a while', async () => {
  const renderer = open()
  expect(await Promise.all([renderer.render(page('/never')), renderer.render(page('/ends'))])).toEqual([
    null,
    null,
  ])
  expect(await renderer.render(page('/page', 'later'))).toBeNull()
})

it('renders nothing if the build has no rendering code', async () => {
  expect(await open({ file: join(folder, 'missing.mjs') }).render(page('/page', 'words'))).toBeNull()
})
