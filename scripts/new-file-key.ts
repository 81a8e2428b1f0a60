import { readConfig } from '#platform/server/config.ts'
import { addObjectKey } from '#platform/server/object-keys.ts'
import { fail } from './ending.ts'

// Generates a new key for files (docs/deployment.md, "Files"); the old keys stay, so that every file can still be opened.
try {
  const { dataDir } = readConfig(process.env)
  if (process.env['FILE_KEYS']?.trim())
    throw new Error('FILE_KEYS is set: add the new key there, see docs/deployment.md')
  const id = addObjectKey(dataDir)
  console.log(`The key "${id}" is added. Restart the server: it encrypts with it from then on.`)
} catch (error) {
  fail(error)
}
