/**
 * Checks the import rules (docs/architecture.md; they are in .dependency-cruiser.mjs) in the product and prints violations. Does two things
 * that the cruiser can't: it finds cycles between features, and proves that every file and every import was seen (a cruiser without a
 * parser sees nothing and reports no fault).
 */
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'

const HOME = resolve(import.meta.dirname, '..')
const ROOTS = ['app', 'routes', 'features', 'ui', 'platform', 'core', 'database']
const NO_FEATURE_CYCLES = 'no-cycles-between-features'

type Modules = Pick<ICruiseResult['modules'][number], 'source' | 'dependencies'>[]

/** One violation: the rule, the file that breaks it, the imported file, and the rule's reason. */
export interface Violation {
  rule: string
  from: string
  to: string
  why: string
}

/** Checks the tree under `root`; throws if a file or one of its imports was not seen. */
export async function judge(root = HOME): Promise<{ violations: Violation[]; modules: number }> {
  const folders = ROOTS.filter((folder) => existsSync(resolve(root, folder)))
  const { forbidden = [], options } = await extractConfig(resolve(HOME, '.dependency-cruiser.mjs'))
  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: forbidden.filter((rule) => typeof rule !== 'string') },
  })
  if (typeof output === 'string') throw new Error(output)
  await proveSeen(root, folders, output.modules)
  const why = new Map(forbidden.map((rule) => [rule.name, rule.comment ?? '']))
  const violations = output.summary.violations.map(({ rule, from, to, cycle, via }) => ({
    rule: rule.name,
    from,
    to: (cycle ?? via)?.map((step) => step.name).join(' → ') ?? to,
    why: why.get(rule.name) ?? '',
  }))
  return { violations: [...violations, ...featureCycles(output.modules)], modules: output.modules.length }
}

/** Every import, re-export or import type in a source text that names its module with a string, ignoring comments. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms, '')
  const statements = code.matchAll(/^\s*(?:import|export)\b[^'"`;=]*?(?:\bfrom\s*)?(['"])([^'"\n]+)\1/gm)
  const calls = code.matchAll(/\bimport\(\s*(['"])([^'"\n]+)\1/g)
  return [...statements, ...calls].flatMap((match) => match[2] ?? [])
}

/** Throws unless `modules` has every file below `folders`, and each with every import in its text. */
export async function proveSeen(root: string, folders: string[], modules: Modules): Promise<void> {
  const seen = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map((to) => to.module)]),
  )
  for await (const file of glob(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )) {
    const dependencies = seen.get(file)
    if (!dependencies) throw new Error(`The import law never saw ${file}`)
    for (const name of importsOf(await readFile(resolve(root, file), 'utf8')))
      if (/^[.#]/.test(name) && /\.tsx?$/.test(name) && !dependencies.includes(name))
        throw new Error(
          `The import law never saw that ${file} imports ${name}: write it as an import statement`,
        )
  }
  if (!seen.size) throw new Error('The import law saw no file at all')
}

/** Cycles between features; tests and example rows may import other features without creating one. */
function featureCycles(modules: Modules): Violation[] {
  const featureOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1]
  const uses = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (!from || /\.test\.tsx?$|\/fake\.ts$/.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved)
      if (to && to !== from) uses.set(from, (uses.get(from) ?? new Map<string, string>()).set(to, source))
    }
  }
  const wayBack = (at: string, home: string, seen: string[]): string[] | undefined => {
    for (const next of uses.get(at)?.keys() ?? []) {
      if (next === home) return [...seen, at, next]
      // Each cycle is reported once, by its first feature in alphabetical order.
      if (next < home || seen.includes(next)) continue
      const found = wayBack(next, home, [...seen, at])
      if (found) return found
    }
    return undefined
  }
  return [...uses.keys()].flatMap((feature) => {
    const circle = wayBack(feature, feature, [])
    if (!circle) return []
    const why =
      'Of two features one is upstream: it receives what it needs downstream as a function, in app/api.ts.'
    return [
      {
        rule: NO_FEATURE_CYCLES,
        from: uses.get(feature)?.get(circle[1] ?? '') ?? feature,
        to: circle.join(' → '),
        why,
      },
    ]
  })
}

if (import.meta.main) {
  const { violations, modules } = await judge()
  for (const [rule, broken] of Map.groupBy(violations, (violation) => violation.rule)) {
    console.error(`\n${rule}: ${broken[0]?.why}`)
    for (const { from, to } of broken) console.error(`  ${from} → ${to}`)
  }
  console.log(`Import law: ${modules} modules, ${violations.length} violations`)
  process.exitCode = violations.length ? 1 : 0
}
