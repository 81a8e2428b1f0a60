import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

// Files of rules share what a worker has loaded. One that puts something in place of a module or of what modules find when they
// are loaded begins, and ends, with nothing loaded.
const isAlone = /vi\.(mock|stubGlobal)\(/.test(readFileSync(expect.getState().testPath!, 'utf8'))
if (isAlone) vi.resetModules()
// A screen that was loaded by another file leaves the year out from then on.
const { leaveOutThisYear } = await import('#core/plain-date.ts')
leaveOutThisYear(false)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (isAlone) vi.resetModules()
})
