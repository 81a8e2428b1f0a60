import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolder } from '#database/test-folder.ts'
import { runCommand } from './testing-commands.ts'

let folder: string
beforeAll(() => {
  folder = testFolder('placewell-superadmin-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const superadmin = (args: string[], env: Record<string, string> = {}) =>
  runCommand('superadmin.ts', args, {
    dataDir: folder,
    env: { PLACEWELL_PASSWORD: 'seven herons at dawn', ...env },
  })

const who = ['--email', 'Root@Example.edu', '--name', 'Ada Root']

it.each([
  [[], {}, 'expected --email somebody@example.edu --name "Their Name"'],
  [['--email', 'nobody', '--name', 'x'], {}, 'expected --email somebody@example.edu --name "Their Name"'],
  [[...who, '--force'], {}, 'expected --email somebody@example.edu --name "Their Name"'],
  [who, { PLACEWELL_PASSWORD: 'short' }, 'Use at least 15 characters.'],
  [
    who,
    { PLACEWELL_PASSWORD: 'Password2026!!!' },
    'This is one of the first passwords that anybody tries. Choose another.',
  ],
  [who, { PLACEWELL_PASSWORD: '' }, 'set PLACEWELL_PASSWORD, or run it in a terminal'],
  [who, { NODE_ENV: 'production' }, 'SETUP_SECRET is not set'],
])('refuses %j %j in one line', (args, env, why) => {
  expect(superadmin(args, env)).toEqual({ code: 1, said: `Failed to bootstrap superadmin: ${why}` })
})

it('creates the first superadmin once', { timeout: 60_000 }, () => {
  expect(superadmin(who)).toEqual({ code: 0, said: 'root@example.edu is superadmin and can sign in.' })
  expect(superadmin(who)).toEqual({
    code: 1,
    said: 'Failed to bootstrap superadmin: root@example.edu already has a password, or belongs to someone else',
  })
})
