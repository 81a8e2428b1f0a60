import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Drawings } from './drawings.ts'

const folder = mkdtempSync(join(tmpdir(), 'placewell-drawings-'))
const file = join(folder, 'thread.mjs')
// Draws what it is told to.
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ id, path, answers }) => {
  if (path === '/ends') process.exit(1)
  if (path === '/fails') parentPort.postMessage({ id, failure: 'no such page' })
  if (path === '/page') parentPort.postMessage({ id, html: answers })
})`,
)
const opened: Drawings[] = []
const warnings: unknown[] = []
function open(options: Partial<ConstructorParameters<typeof Drawings>[0]> = {}): Drawings {
  const log = { warn: (what: unknown) => void warnings.push(what) } as never
  const drawings = new Drawings({ file, log, patienceMs: 10_000, ...options })
  opened.push(drawings)
  return drawings
}
const page = (path: string, answers = '') => ({ path, answers, zone: 'UTC' })
afterAll(async () => {
  await Promise.all(opened.map((drawings) => drawings.close()))
  rmSync(folder, { recursive: true })
})

it('gives each page what was drawn for it', async () => {
  const drawings = open()
  const all = ['one', 'two', 'three'].map((words) => drawings.draw(page('/page', words)))
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three'])
})

it('a page that cannot be drawn comes without, and the next is drawn', async () => {
  const drawings = open()
  expect(await drawings.draw(page('/fails'))).toBeNull()
  expect(warnings).toContainEqual({ err: 'no such page' })
  expect(await drawings.draw(page('/page', 'next'))).toBe('next')
})

it('nobody waits longer than so long, nor behind more than so many', async () => {
  const drawings = open({ patienceMs: 1, most: 2 })
  expect(await drawings.draw(page('/never'))).toBeNull()
  expect(await drawings.draw(page('/never'))).toBeNull()
  // Both are still under way.
  expect(await drawings.draw(page('/page', 'third'))).toBeNull()
})

it('when the thread ends, those who wait come without, and nothing is drawn for a while', async () => {
  const drawings = open()
  expect(await Promise.all([drawings.draw(page('/never')), drawings.draw(page('/ends'))])).toEqual([
    null,
    null,
  ])
  expect(await drawings.draw(page('/page', 'later'))).toBeNull()
})

it('a build without drawing code draws nothing', async () => {
  expect(await open({ file: join(folder, 'missing.mjs') }).draw(page('/page', 'words'))).toBeNull()
})
