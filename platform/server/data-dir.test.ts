import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { makeDataDir } from './data-dir.ts'
import { loadSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'placewell-data-dir-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('creates the folder and its parents, accessible only to its own user', () => {
  const home = makeDataDir(join(folder, 'a/b/c'))
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(makeDataDir(home)).toBe(home)
})

const file = join(folder, 'file')
writeFileSync(file, '')
const dangling = join(folder, 'dangling')
symlinkSync(join(folder, 'nowhere'), dangling)
it.each([
  [
    file,
    /^DATA_DIR: .*\/file is not a folder, or lies below a file; set it to a folder that can be written$/,
  ],
  [join(file, 'below'), /is not a folder, or lies below a file/],
  [dangling, /is not a folder, or lies below a file/],
  ['/proc/placewell/data', /^DATA_DIR: \/proc\/placewell\/data (cannot be|is on)/],
])('refuses %s in one line, at once', (path, line) => {
  for (const attempt of [() => makeDataDir(path), () => loadSecrets(path, {})]) {
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(line)
  }
})
