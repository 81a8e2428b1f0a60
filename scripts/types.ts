import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyDatabase } from '#database/apply.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'

// Writes database/tables.gen.ts from the live schema of a new database, which is migrated, read and removed.
const folder = await mkdtemp(join(tmpdir(), 'placewell-types-'))
const server = await startPostgres({ dataDir: folder })
try {
  const database = 'types'
  await applyDatabase({
    adminUrl: server.adminUrl,
    database,
    passwords: { appRw: 'x', appAuth: 'x', worker: 'x' },
  })
  const root = join(import.meta.dirname, '..')
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      connectionFor(server.adminUrl, { database }),
      '--out-file',
      join(root, 'database/tables.gen.ts'),
      '--include-pattern',
      '(public|priv).*',
      '--date-parser',
      'string',
      '--numeric-parser',
      'number',
      '--type-mapping',
      '{"timestamptz":"string","int8":"number"}',
      '--log-level',
      'error',
    ],
    { stdio: 'inherit' },
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
