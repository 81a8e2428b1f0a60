/** Makes a feature: `node scripts/bootstrap.mjs new-feature site-visits`. What it makes compiles and opens to nobody. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Writes the files of a feature named by a plural noun, `site-visits`, and returns their paths; throws if it exists. */
export async function newFeature(root: string, name: string): Promise<string[]> {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name))
    throw new Error(`A feature is a plural noun such as site-visits, not "${name}"`)
  const folder = `features/${name}`
  if (existsSync(join(root, folder)) && (await readdir(join(root, folder))).length)
    throw new Error(`${folder} exists already`)
  const files = Object.entries(filesOf(name)).map(([file, text]) => [`${folder}/${file}`, text] as const)
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const paths = files.map(([path]) => path)
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), paths, { cwd: root, stdio: 'ignore' })
  return paths
}

function filesOf(name: string): Record<string, string> {
  const Plural = name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
  const plural = Plural[0]?.toLowerCase() + Plural.slice(1)
  const table = name.replaceAll('-', '_')
  const words = name.replaceAll('-', ' ')
  const Words = words[0]?.toUpperCase() + words.slice(1)
  // categories → category, classes → class, shifts → shift
  const one = (many: string): string =>
    many
      .replace(/ies$/, 'y')
      .replace(/(ss|x|ch|sh)es$/, '$1')
      .replace(/([^s])s$/, '$1')
  const Singular = one(Plural)
  const singular = one(plural)
  return {
    'contract.ts': `import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

// Nobody but the superadmin, until the specification says who.
const base = oc.$meta<ApiMeta>({ access: [], write: false })

export const ${singular} = z.object({ id: z.uuid(), name: z.string() })
export type ${Singular} = z.infer<typeof ${singular}>

export const ${plural}Contract = {
  list: base.route({ method: 'GET', path: '/${name}', tags: ['${Words}'], summary: 'List ${words}' }).output(z.array(${singular})),
}
`,
    'policies.sql': `-- ${Words}: who may see and change which rows. Re-applied whole at each deploy.
`,
    'server/handlers.ts': `import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { ${plural}Contract } from '../contract.ts'
import * as ${plural} from './sql.ts'

export function ${singular}Handlers() {
  const api = implement(${plural}Contract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ context }) => context.act((tx) => ${plural}.list(tx))),
  })
}
`,
    'server/sql.ts': `import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../contract.ts'

export async function list(tx: Tx): Promise<${Singular}[]> {
  const { rows } = await sql<${Singular}>\`select id, name from public.${table} order by name\`.execute(tx)
  return rows
}
`,
    'web/queries.ts': `import { featureApi } from '#platform/web/api.ts'
import type { ${plural}Contract } from '../contract.ts'

export const ${plural} = featureApi<typeof ${plural}Contract>('${plural}')
`,
    [`web/${Plural}Screen.tsx`]: `import { useQuery } from '@tanstack/react-query'
import { Page } from '#ui/Page.tsx'
import { ${plural} } from './queries.ts'

export function ${Plural}Screen() {
  const query = useQuery(${plural}.list.queryOptions())
  return (
    <Page title="${Words}" query={query}>
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
        </ul>
      )}
    </Page>
  )
}
`,
  }
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2)
  try {
    for (const path of await newFeature(resolve(import.meta.dirname, '..'), name)) console.log(path)
    console.log(`
Left to do:
- a line each in app/contract.ts and app/api.ts
- its tables in database/migrations/, their policies in features/${name}/policies.sql
- its addresses in routes/_app/, each with who may open it
- rules.ts with rules.test.ts, fake.ts and server/*.db.test.ts in features/${name}/`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
