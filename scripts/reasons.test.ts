import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const home = join(import.meta.dirname, '..')

test('how long a reason must be is said in one place', () => {
  const own = globSync('{features,platform,ui}/**/*.{ts,tsx}', { cwd: home })
    .filter((file) => !file.includes('.test.') && file !== 'ui/reason.ts')
    .filter((file) => readFileSync(join(home, file), 'utf8').includes('Write at least 3'))
  expect(own).toEqual([])
})
