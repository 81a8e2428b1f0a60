import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Results } from './results-reporter.ts'

it('reports passed tests and each way to fail: a test, a file that can’t be loaded, an error that no test awaited', () => {
  const folder = mkdtempSync(join(tmpdir(), 'placewell-reporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'some.test.js'),
    `it('passes, and leaves an error', async () => {
       setTimeout(() => void Promise.reject(new Error('left alone')))
       await new Promise((done) => setTimeout(done, 50))
     })
     it('fails', () => expect(1).toBe(2))
     it.skip('waits', () => {})`,
  )
  writeFileSync(join(folder, 'broken.test.js'), `throw new Error('not loaded')`)
  const file = join(folder, 'results.json')
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { ResultsReporter } from '${join(import.meta.dirname, 'results-reporter.ts')}'
     export default { test: { globals: true, reporters: [new ResultsReporter()] } }`,
  )
  const { status } = spawnSync('vitest', ['run'], {
    cwd: folder,
    env: { ...process.env, RESULTS_FILE: file },
  })
  expect(status).toBe(1)
  const { failures, files, ...counts } = JSON.parse(readFileSync(file, 'utf8')) as Results
  expect(counts).toEqual({ passed: 1, skipped: 1 })
  expect(files.map((one) => one.file).toSorted()).toEqual(['broken.test.js', 'some.test.js'])
  expect(failures.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { file: 'some.test.js', name: 'an error that no test waited for', message: 'Error: left alone' },
    { file: 'some.test.js', name: 'fails', message: expect.stringContaining('expected 1 to be 2') },
    { file: 'broken.test.js', name: 'the file itself', message: 'Error: not loaded' },
  ])
})
