/** A default of a school's settings that SQL is handed for its speed is the one of core/school-settings.ts. */
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultSettings } from '#core/school-settings.ts'

const HOME = resolve(import.meta.dirname, '..')

/** "name: default" of every call of app.shift_setting. */
const handedIn = (text: string): string[] =>
  [...text.matchAll(/app\.shift_setting\([^;]*?'(\w+)',\s*(\d+)\)/g)].map(
    ([, name, number]) => `${name}: ${number}`,
  )

test('finds what is handed to a call', () => {
  expect(handedIn(`select app.shift_setting(s.school_id, 'drop_cutoff_h', 48), 1`)).toEqual([
    'drop_cutoff_h: 48',
  ])
})

test('hands in no other default than the product has', async () => {
  const found = new Set<string>()
  for await (const path of glob(['features/*/*.sql', 'features/*/db/*.sql', 'features/**/server/**/*.ts'], { cwd: HOME }))
    for (const one of handedIn(await readFile(resolve(HOME, path), 'utf8'))) found.add(one) // prettier-ignore
  expect(found.size).toBeGreaterThan(5)
  const known = Object.entries(defaultSettings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  expect([...found].filter((one) => !known.includes(one))).toEqual([])
})
