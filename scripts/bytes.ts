/**
 * What each address loads first: `node scripts/bytes.ts` prints the gzip sizes of the JavaScript and the styles that
 * its HTML and its route name, from the manifest of the built web app, and fails when one is over its budget.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dashboardOf } from '#core/access.ts'
import { doorAt } from '#core/doors.ts'
import { roles } from '#core/roles.ts'

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>

export type FirstLoad = {
  /** The route's file, without its group's folder: `about`, `admin/users.index`. */
  route: string
  group: 'site' | 'door' | 'public' | 'first page' | 'signed in'
  /** kB (1,000 bytes) after gzip. */
  js: number
  css: number
}

/** kB of JavaScript that may be loaded first; null: told, not judged. */
export const budgets: Record<FirstLoad['group'], number | null> = {
  site: 110,
  door: 110,
  public: null,
  'first page': 200,
  'signed in': null,
}

/** Every address of the web app built in `folder`, with what it loads before it can be used. */
export function firstLoads(folder: string): FirstLoad[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
    return sizes.get(file)!
  }
  const weigh = (...entries: string[]): { js: number; css: number } => {
    const chunks = new Set<string>()
    const collect = (key: string): void => {
      if (chunks.has(key)) return
      chunks.add(key)
      for (const each of manifest[key]!.imports ?? []) collect(each)
    }
    for (const entry of entries) collect(entry)
    const scripts = new Set([...chunks].map((key) => manifest[key]!.file))
    const styles = new Set([...chunks].flatMap((key) => manifest[key]!.css ?? []))
    const sum = (files: Set<string>): number =>
      Math.round([...files].reduce((total, file) => total + sizeOf(file), 0) / 100) / 10
    return { js: sum(scripts), css: sum(styles) }
  }

  const drawn = 'tsr-split=component'
  const frames = Object.keys(manifest).filter((key) => key.endsWith(`/route.tsx?${drawn}`))
  const site = manifest['site.html']!.dynamicImports!.map((key) => ({
    route: key.replace(/^.*\/|Screen\.tsx$/g, ''),
    group: 'site' as const,
    ...weigh('site.html', key),
  }))
  const app = Object.keys(manifest).flatMap((key) => {
    const [, group, route] = /^routes\/_(public|app)\/(.*)\.tsx\?tsr-split=component$/.exec(key) ?? []
    if (!group || !route || route === 'route') return []
    const address = `/${route.replaceAll('.', '/').replace(/\/index$/, '')}`
    if (group === 'public' && doorAt(address))
      return [{ route, group: 'door' as const, ...weigh('doors.html') }]
    const around = frames.filter((frame) => key.startsWith(frame.replace(/route\.tsx.*$/, '')))
    return [{ route, group: groupOf(group, address), ...weigh('index.html', ...around, key) }]
  })
  return [...site, ...app]
}

/** What people see first after signing in: the dashboard of their role. */
function groupOf(folder: string, address: string): FirstLoad['group'] {
  if (folder === 'public') return 'public'
  return roles.some((role) => dashboardOf(role) === address) ? 'first page' : 'signed in'
}

if (import.meta.main) {
  const loads = firstLoads(process.argv[2] ?? join(import.meta.dirname, '../dist'))
  const width = Math.max(...loads.map(({ route }) => route.length))
  for (const [group, rows] of Map.groupBy(loads, (load) => load.group)) {
    const budget = budgets[group]
    console.log(`\n${group}${budget ? `, at most ${budget} kB of JavaScript` : ''}`)
    for (const { route, js, css } of rows.toSorted((a, b) => b.js - a.js)) {
      const isOver = budget !== null && js > budget
      console.log(
        `  ${route.padEnd(width)}  ${js.toFixed(1).padStart(6)} kB  css ${css.toFixed(1).padStart(5)} kB${isOver ? '  over' : ''}`,
      )
      if (isOver) process.exitCode = 1
    }
  }
}
