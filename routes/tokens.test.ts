import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const home = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(home, file), 'utf8')
const withToken = globSync('routes/**/*.tsx', { cwd: home }).filter((file) => /\btoken\??:/.test(read(file)))

it('there are addresses with tokens: the links in emails', () => expect(withToken.length).toBeGreaterThan(5))

it.each(withToken)('%s has a screen that removes the token from the address at once', (file) => {
  const [, screen] = /from '#(features\/[^']*Screen\.tsx)'/.exec(read(file)) ?? []
  expect(read(screen!)).toContain("takeUrlParam('token')")
})
