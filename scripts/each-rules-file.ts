import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

// Test files of rules share the modules that a worker has loaded. A file that mocks a module or stubs a global begins and ends with nothing
// loaded.
const isAlone = /vi\.(mock|stubGlobal)\(/.test(readFileSync(expect.getState().testPath!, 'utf8'))
if (isAlone) vi.resetModules()
// Undoes the setting of a screen that another test file loaded.
const { hideCurrentYear } = await import('#core/plain-date.ts')
hideCurrentYear(false)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (isAlone) vi.resetModules()
})
