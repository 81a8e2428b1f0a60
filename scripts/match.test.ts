import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const home = join(import.meta.dirname, '..')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'match-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(file: string) {
  const done = spawnSync(process.execPath, [join(home, 'scripts/match.ts'), file], {
    encoding: 'utf8',
    cwd: home,
    env: { ...process.env, INIT_CWD: home },
  })
  return { status: done.status, answer: JSON.parse(done.stdout) as Record<string, unknown> }
}

test('returns JSON with the proof for a file', () => {
  const { status, answer } = run('bench/matching/example.json')
  expect(status).toBe(0)
  expect(answer).toMatchObject({ status: 'optimal', proof: { objective: 370, bound: 370, gap: 0 } })
})

test('reports the location of invalid input', () => {
  const file = join(folder, 'bad.json')
  writeFileSync(file, '{"version":1,"students":[{"id":4}],"options":[]}')
  expect(run(file)).toEqual({
    status: 1,
    answer: { error: { location: 'students[0].id', message: expect.any(String) } },
  })
  expect(run(join(folder, 'none.json')).answer).toMatchObject({ error: { location: expect.any(String) } })
})
