import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>

/** Files of the built web app, by their paths in its folder. */
export type FirstLoad = { js: string[]; css: string[] }

const RENDERED = 'tsr-split=component'

/**
 * Reads from the manifest of the web app built in `folder` what it loads first: `of` a list of source files, or `at` an address with its
 * layout routes and further parts (nothing if no page has that address). Empty without a manifest.
 */
export function firstLoads(folder: string) {
  const file = join(folder, '.vite/manifest.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
  const routes = Object.keys(manifest).flatMap((key) => {
    const [, group, route] = /^routes\/_(public|app)\/(.*)\.tsx\?tsr-split=component$/.exec(key) ?? []
    if (!group || !route || route === 'route') return []
    const address = `/${route.replaceAll('.', '/').replace(/\/index$/, '')}`
    const frames = Object.keys(manifest).filter(
      (each) => each.endsWith(`/route.tsx?${RENDERED}`) && key.startsWith(each.replace(/route\.tsx.*$/, '')),
    )
    const pattern = new RegExp(`^${address.replaceAll(/\$\w+/g, '[^/]+')}/?$`)
    return [{ key, group, route, address, pattern, sources: [...frames, key] }]
  })

  const of = (sources: readonly string[]): FirstLoad => {
    const chunks = new Set<string>()
    const collect = (key: string): void => {
      if (chunks.has(key) || !manifest[key]) return
      chunks.add(key)
      for (const each of manifest[key].imports ?? []) collect(each)
    }
    for (const source of sources) collect(source)
    const all = [...chunks].map((key) => manifest[key]!)
    return {
      js: [...new Set(all.map((chunk) => chunk.file))],
      css: [...new Set(all.flatMap(({ css = [] }) => css))],
    }
  }
  return {
    manifest,
    routes,
    of,
    at(path: string, parts: readonly string[] = []): FirstLoad {
      const route =
        routes.find(({ address }) => address === path) ?? routes.find(({ pattern }) => pattern.test(path))
      return of(route ? [...route.sources, ...parts] : [])
    },
  }
}

/** The tags that load these files, known before the code runs; without those that the page has already. */
export function tagsOf({ js, css }: FirstLoad, page: string): string {
  const isNew = (file: string) => !page.includes(`"/${file}"`)
  return [
    ...css.filter(isNew).map((file) => `\n    <link rel="stylesheet" crossorigin href="/${file}">`),
    ...js.filter(isNew).map((file) => `\n    <link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}

/** The same page, but code that is not needed to read it is fetched last, after styles and fonts. */
export const codeLast = (page: string): string =>
  page.replaceAll(/<(?=script type="module"|link rel="modulepreload")(\w+)/g, '<$1 fetchpriority="low"')
