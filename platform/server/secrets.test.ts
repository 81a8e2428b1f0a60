import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placewell-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const LONG = 'x'.repeat(32)

test('are generated once, readable only by the owner, and the same at the next start', () => {
  const first = loadSecrets(folder, {})
  expect(loadSecrets(folder, {})).toEqual(first)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secrets.json'])

  const all = [first.pepper, first.saltKey, ...Object.values(first.passwords)]
  expect(new Set(all).size).toBe(5)
  for (const one of all) expect(one).toMatch(/^[\w-]{43}$/)
})

test('the environment overrides the file', () => {
  const first = loadSecrets(folder, {})
  const second = loadSecrets(folder, { PEPPER: LONG, APP_RW_PASSWORD: LONG })
  expect(second.pepper).toBe(LONG)
  expect(second.passwords).toEqual({ ...first.passwords, appRw: LONG })
})

test('nothing is written if the environment has them all', () => {
  const names = ['PEPPER', 'SALT_KEY', 'APP_RW_PASSWORD', 'APP_AUTH_PASSWORD', 'APP_WORKER_PASSWORD']
  loadSecrets(folder, Object.fromEntries(names.map((name) => [name, LONG])))
  expect(readdirSync(folder)).toEqual([])
})

test('a short one is refused without being repeated', () => {
  expect(() => loadSecrets(folder, { PEPPER: 'hunter2' })).toThrow(ConfigError)
  expect(() => loadSecrets(folder, { PEPPER: 'hunter2' })).not.toThrow('hunter2')
})

test.each(['', '{', '{"pepper":"short"}'])('a damaged file (%j) is refused, never replaced', (text) => {
  writeFileSync(join(folder, 'secrets.json'), text)
  expect(() => loadSecrets(folder, {})).toThrow(ConfigError)
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(text)
})
