/**
 * Creates a whole feature: `node scripts/bootstrap.mjs new-feature site-visits`. Its tests pass; only administrators of a school may use
 * it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const TEMPLATE = join(import.meta.dirname, 'feature-template')

/** Writes the files of a feature named by a plural noun, such as `site-visits`, and wires it; returns the paths. Throws if it exists. */
export async function newFeature(root: string, name: string): Promise<string[]> {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name))
    throw new Error(`A feature is a plural noun such as site-visits, not "${name}"`)
  const folder = `features/${name}`
  if (existsSync(join(root, folder)) && (await readdir(join(root, folder))).length)
    throw new Error(`${folder} exists already`)
  const names = namesOf(name)
  const { 'migration.sql': migration = '', ...files } = await filesOf(names)
  const created = [
    ...Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text] as const),
    [`database/migrations/${await nextNumber(root)}-${name}.sql`, migration] as const,
  ]
  for (const [path, text] of created) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const wired = wiringOf(names)
  for (const [path, edits] of Object.entries(wired)) {
    const before = await readFile(join(root, path), 'utf8')
    await writeFile(join(root, path), edits.reduce(insert, before))
  }
  const paths = [...created.map(([path]) => path), ...Object.keys(wired)]
  const formatted = paths.filter((path) => /\.tsx?$/.test(path) && !path.includes('.gen.'))
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), formatted, { cwd: root, stdio: 'ignore' })
  return paths
}

/** The next migration number, with three digits. */
async function nextNumber(root: string): Promise<string> {
  const files = await readdir(join(root, 'database/migrations'))
  const highest = Math.max(...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite))
  return String(highest + 1).padStart(3, '0')
}

type Edit = { after: RegExp; text: string }

/** The text with a line inserted after the first match of `after`; throws if nothing matches, so that a moved file is noticed. */
function insert(text: string, { after, text: added }: Edit): string {
  const found = after.exec(text)
  if (!found) throw new Error(`Nothing matches ${after}`)
  const at = found.index + found[0].length
  return `${text.slice(0, at)}${added}${text.slice(at)}`
}

type Names = ReturnType<typeof namesOf>

/** site-visits: SiteVisits, siteVisits, SiteVisit, siteVisit, site-visit, site_visits, site_visit, "site visits", "site visit". */
function namesOf(name: string) {
  const Plural = name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
  const plural = Plural[0]?.toLowerCase() + Plural.slice(1)
  const words = name.replaceAll('-', ' ')
  // categories → category, classes → class, shifts → shift
  const one = (many: string): string =>
    many
      .replace(/ies$/, 'y')
      .replace(/(ss|x|ch|sh)es$/, '$1')
      .replace(/([^s])s$/, '$1')
  return {
    name,
    Plural,
    plural,
    Singular: one(Plural),
    singular: one(plural),
    fileOfOne: one(name),
    table: name.replaceAll('-', '_'),
    row: one(name).replaceAll('-', '_'),
    words,
    Words: words[0]?.toUpperCase() + words.slice(1),
    word: one(name).replaceAll('-', ' '),
  }
}

/** The lines that add the feature to the product. */
function wiringOf({ name, Plural, plural, singular, table }: Names): Record<string, Edit[]> {
  return {
    'app/contract.ts': [
      { after: /^/, text: `import { ${plural}Contract } from '#features/${name}/contract.ts'\n` },
      { after: /export const contract = \{\n/, text: `  ${plural}: ${plural}Contract,\n` },
    ],
    'app/api.ts': [
      { after: /^/, text: `import { ${singular}Handlers } from '#features/${name}/server/handlers.ts'\n` },
      { after: /savedViews: savedViewHandlers\(\),\n/, text: `    ${plural}: ${singular}Handlers(),\n` },
    ],
    'database/transitions.ts': [
      { after: /^/, text: `import { ${singular}Steps } from '#features/${name}/rules.ts'\n` },
      { after: /readonly Step\[\]>> = \{\n/, text: `  ${table}: ${singular}Steps,\n` },
    ],
    'database/tables.gen.ts': [
      {
        after: /(?=export interface DB \{)/,
        text: `export interface ${Plural} {
  created_at: Generated<string>;
  created_by: string | null;
  id: string;
  name: string;
  school_id: string;
  status: Generated<string>;
  updated_at: Generated<string>;
  updated_by: string | null;
  version: Generated<number>;
}

`,
      },
      { after: /export interface DB \{\n/, text: `  ${table}: ${Plural};\n` },
    ],
  }
}

/**
 * The files of the template with the names put in, by path; `__` in a file's name stands for a folder. Each is a text, so that no tool
 * takes it for code of this product.
 */
async function filesOf(names: Names): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => names[key as keyof Names])
  for (const file of await readdir(TEMPLATE)) {
    const path = fill(file.replace(/\.txt$/, '').replaceAll('__', '/'))
    files[path] = fill(await readFile(join(TEMPLATE, file), 'utf8'))
  }
  return files
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2)
  try {
    for (const path of await newFeature(resolve(import.meta.dirname, '..'), name)) console.log(path)
    console.log(`
Next:
- node scripts/bootstrap.mjs types, then npm test -- features/${name} database/matrix -u: read what the matrix opens
- its columns in the migration, contract.ts and db/policies.sql
- its page: a file in routes/_app/ that renders web/…Screen.tsx, at an address of the specification, and a line in features/shell/web/pages.ts
- a journey in e2e/ and a row in docs/spec-map.md`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
