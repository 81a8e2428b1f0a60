/**
 * What each address loads first: `node scripts/bootstrap.mjs bytes` prints the gzip sizes of the JavaScript and styles that its HTML and
 * its route load, from the manifest of the built web app, and fails if one exceeds its budget.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dashboardOf } from '#core/access.ts'
import { authPageAt } from '#core/auth-pages.ts'
import { roles } from '#core/roles.ts'
import { firstLoads as loadsOf } from '#platform/server/first-loads.ts'

export type FirstLoad = {
  /** The route's file, without its group's folder: `about`, `admin/users.index`. */
  route: string
  group: 'site' | 'auth page' | 'public' | 'first page' | 'signed in'
  /** kB (1,000 bytes) after gzip. */
  js: number
  css: number
}

/** kB of JavaScript that may be loaded first; null means reported only. */
export const budgets: Record<FirstLoad['group'], number | null> = {
  site: 110,
  'auth page': 110,
  public: null,
  'first page': 200,
  'signed in': null,
}

/** Every address of the web app built in `folder`, with what it loads before it is usable. */
export function firstLoads(folder: string): FirstLoad[] {
  const { manifest, routes, of } = loadsOf(folder)
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
    return sizes.get(file)!
  }
  const weigh = (...entries: string[]): { js: number; css: number } => {
    const { js, css } = of(entries)
    const sum = (files: string[]): number =>
      Math.round(files.reduce((total, file) => total + sizeOf(file), 0) / 100) / 10
    return { js: sum(js), css: sum(css) }
  }

  const site = manifest['site.html']!.dynamicImports!.map((key) => ({
    route: key.replace(/^.*\/|Screen\.tsx$/g, ''),
    group: 'site' as const,
    ...weigh('site.html', key),
  }))
  const app = routes.map(({ group, route, address, sources }) =>
    group === 'public' && authPageAt(address)
      ? { route, group: 'auth page' as const, ...weigh('auth.html') }
      : { route, group: groupOf(group, address), ...weigh('index.html', ...sources) },
  )
  return [...site, ...app]
}

/** The group of an address; dashboards are the first page after signing in. */
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
