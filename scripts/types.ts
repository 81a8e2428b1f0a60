import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyDatabase } from '#database/apply.ts'
import { asOwner } from '#database/as-owner.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'

// Writes database/tables.gen.ts from the live schema of a new database, which is migrated, read and removed.
// A column of a status, or of the one before it, gets the union of its CHECK constraint: a misspelled status does not compile.
const statusChecks = `
  select format('%s.%s.%s', c.relnamespace::regnamespace, c.relname, a.attname) as column, a.atthasdef as has_default,
    array(select match[1] from regexp_matches(pg_get_constraintdef(k.oid), '''(\\w+)''', 'g') match order by 1) as statuses
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
  where c.relnamespace::regnamespace::text in ('public', 'priv') and a.attname ~ '(status|_from)$'
    and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%])))'`

/** The type of a column as kysely-codegen builds it; a text would need the API of TypeScript 5. It adds null by itself. */
function typeOf({ statuses, has_default }: { statuses: string[]; has_default: boolean }) {
  const union = { type: 'UnionExpression', args: statuses.map((value) => ({ type: 'Literal', value })) }
  return has_default ? { type: 'GenericExpression', name: 'Generated', args: [union] } : union
}

const folder = await mkdtemp(join(tmpdir(), 'placewell-types-'))
const server = await startPostgres({ dataDir: folder })
try {
  const database = 'types'
  await applyDatabase({
    adminUrl: server.adminUrl,
    database,
    passwords: { appRw: 'x', appAuth: 'x', worker: 'x' },
  })
  const url = connectionFor(server.adminUrl, { database })
  const { rows } = await asOwner(url, (client) => client.query(statusChecks))
  const columns = Object.fromEntries(rows.map((row) => [row.column, typeOf(row)]))
  const root = join(import.meta.dirname, '..')
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      url,
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
      '--overrides',
      JSON.stringify({ columns }),
      '--log-level',
      'error',
    ],
    { stdio: 'inherit' },
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
