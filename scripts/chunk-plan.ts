/**
 * Decides which modules of the web app share a file. By default the bundler creates a file for every set of modules that the same files
 * need: nearly a thousand, of which a page loads a hundred. Here modules that the same pages load first become one file, and then files are
 * joined as long as pages gain more from fewer files than they lose by loading unneeded code (docs/decisions/189).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePrefetches } from '#app/page-prefetches.ts'
import { firstLoads } from '#platform/server/first-loads.ts'

/** The modules that a build without a plan puts into each file, by file name (vite.config.ts); `size` is bytes before compression. */
export type Chunks = Record<
  string,
  { modules: string[]; imports: string[]; isEntry: boolean; hasStyles: boolean; size: number }
>
/**
 * The files that a page loads first, starting with an HTML file, how many bytes of unneeded code (before compression) it may load, how many
 * pages it counts for when gains and losses are added up, and whether the server renders it.
 */
export type Page = {
  entry: string
  files: readonly string[]
  spare: number
  weight: number
  isRendered: boolean
}

/** The value of one file less for a page, in bytes before compression: a request, a name in the entry, a compression dictionary. */
const WORTH = 6_000

/**
 * How much unneeded code pages may load: most for signed-in people, who stay and return; less for pages that emailed links open; little for
 * pages where visitors arrive.
 */
const SPARE = { signedIn: 32_000, byLink: 12_000, first: 8_000, arriving: 3_000 }

/** The heaviest pages of all, those within half a percent of the first, count for so many: what they load is what everyone may have to. */
const HEAVIEST = { within: 0.995, weight: 8 }

/** Files that become one, the pages that load it (by index), and its imports. */
type Group = { files: string[]; hasStyles: boolean; size: number; pages: Set<number>; next: Set<Group> }

/** The file name for each module; the bundler decides about modules without one. */
export function planChunks(chunks: Chunks, pages: readonly Page[]): Map<string, string> {
  const groups = loadedAlike(chunks, pages)
  const spare = pages.map((page) => page.spare)
  const weights = pages.map((page) => page.weight)
  for (let best = bestPair(groups, spare, weights); best; best = bestPair(groups, spare, weights))
    joinPair(groups, best, spare)
  const nameOf = (group: Group, index: number, id: string): string =>
    id.endsWith('.css') && isOfRendered(group, pages) ? 'first-styles' : `part-${index}`
  return new Map(
    [...groups].flatMap((group, index) =>
      group.files.flatMap((file) =>
        chunks[file]!.modules.map((id) => [id, nameOf(group, index, id)] as const),
      ),
    ),
  )
}

/**
 * True for a file of server-rendered pages: such a page is visible once its styles are there, and a browser requests six files at a time,
 * so these styles are in one.
 */
function isOfRendered(group: Group, pages: readonly Page[]): boolean {
  const rendered = pages.filter(({ isRendered }) => isRendered)
  const entries = new Set(rendered.map(({ entry }) => entry))
  return (
    rendered.some((page) => group.pages.has(pages.indexOf(page))) &&
    [...group.pages].every((index) => entries.has(pages[index]!.entry))
  )
}

/** Groups of files that the same pages load; those of entries stay alone, because importing one would run the other. */
function loadedAlike(chunks: Chunks, pages: readonly Page[]): Set<Group> {
  const loadedBy = new Map<string, Set<number>>()
  for (const [index, { files }] of pages.entries())
    for (const file of files)
      if (!chunks[file]!.isEntry) loadedBy.set(file, (loadedBy.get(file) ?? new Set()).add(index))

  const groupOf = new Map<string, Group>()
  for (const files of Map.groupBy(loadedBy.keys(), (file) => [...loadedBy.get(file)!].join()).values()) {
    const group: Group = {
      files,
      hasStyles: files.some((file) => chunks[file]!.hasStyles),
      size: files.reduce((sum, file) => sum + chunks[file]!.size, 0),
      pages: loadedBy.get(files[0]!)!,
      next: new Set(),
    }
    for (const file of files) groupOf.set(file, group)
  }
  for (const [file, group] of groupOf)
    for (const each of chunks[file]!.imports) {
      const next = groupOf.get(each)
      if (next && next !== group) group.next.add(next)
    }
  return new Set(groupOf.values())
}

type Pair = { one: Group; other: Group; gain: number; vain: ReadonlyMap<number, number> }

/** The two groups whose joining gains most, if any; `vain` is the unneeded code that each page would load. */
function bestPair(
  groups: ReadonlySet<Group>,
  spare: readonly number[],
  weights: readonly number[],
): Pair | undefined {
  const all = [...groups]
  const needs = new Map(all.map((group) => [group, reachedFrom(group)]))
  let best: Pair | undefined
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) {
      const both = one.pages.intersection(other.pages)
      // Styles are a separate file.
      const worth =
        both.values().reduce((sum, page) => sum + weights[page]!, 0) *
        WORTH *
        (one.hasStyles && other.hasStyles ? 2 : 1)
      const lossAtLeast =
        (one.pages.size - both.size) * other.size + (other.pages.size - both.size) * one.size
      if (worth - lossAtLeast <= (best?.gain ?? 0) || wouldCircle(one, other, needs)) continue
      const vain = loadedInVain(one, other, needs)
      const gain = worth - vain.entries().reduce((sum, [page, bytes]) => sum + bytes * weights[page]!, 0)
      const isSpared = vain.entries().every(([page, bytes]) => bytes <= spare[page]!)
      if (isSpared && gain > (best?.gain ?? 0)) best = { one, other, gain, vain }
    }
  return best
}

/** The unneeded bytes for each page: one that loads either group would load the other and everything that it needs. */
function loadedInVain(one: Group, other: Group, needs: ReadonlyMap<Group, Set<Group>>): Map<number, number> {
  const vain = new Map<number, number>()
  const add = (has: Group, lacks: Group): void => {
    for (const loaded of needs.get(lacks)!.union(new Set([lacks])))
      for (const page of has.pages.difference(loaded.pages))
        if (loaded !== has) vain.set(page, (vain.get(page) ?? 0) + loaded.size)
  }
  add(one, other)
  add(other, one)
  return vain
}

function reachedFrom(group: Group, found = new Set<Group>()): Set<Group> {
  for (const next of group.next)
    if (!found.has(next)) {
      found.add(next)
      reachedFrom(next, found)
    }
  return found
}

/** True if a third group is between them, needed by one and needing the other: after joining, the two would need each other. */
const wouldCircle = (one: Group, other: Group, needs: ReadonlyMap<Group, Set<Group>>): boolean =>
  [...one.next].some((next) => next !== other && needs.get(next)!.has(other)) ||
  [...other.next].some((next) => next !== one && needs.get(next)!.has(one))

function joinPair(groups: Set<Group>, { one, other, vain }: Pair, spare: number[]): void {
  for (const [page, bytes] of vain) spare[page]! -= bytes
  one.files.push(...other.files)
  one.size += other.size
  one.hasStyles ||= other.hasStyles
  one.pages = one.pages.union(other.pages)
  one.next = one.next.union(other.next)
  groups.delete(other)
  for (const group of groups) if (group.next.delete(other)) group.next.add(one)
  one.next.delete(one)
  for (const loaded of reachedFrom(one)) loaded.pages = loaded.pages.union(one.pages)
}

/** Writes the plan as JSON, for the web app that was built without one in `folder`. */
export function writeChunkPlan(folder: string, to: string): void {
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/chunks.json'), 'utf8')) as Chunks
  const { manifest, routes, of } = firstLoads(folder)
  const page = (spare: number, isRendered: boolean, entry: string, ...sources: string[]): Page => ({
    entry,
    files: of([entry, ...sources]).js,
    spare,
    weight: 1,
    isRendered,
  })
  const pages = [
    ...routes.flatMap(({ group, sources, address }) => {
      const first = pagePrefetches[address]
      if (!first)
        return page(group === 'public' ? SPARE.byLink : SPARE.signedIn, false, 'index.html', ...sources)
      // The lazy parts of a first page are loaded with it.
      return [sources, [...sources, ...first.parts]].map((all) =>
        page(SPARE.first, true, 'index.html', ...all),
      )
    }),
    page(SPARE.arriving, false, 'auth.html'),
    ...manifest['site.html']!.dynamicImports!.map((key) => page(SPARE.arriving, false, 'site.html', key)),
  ]
  const sizes = pages.map(({ files }) => files.reduce((sum, file) => sum + chunks[file]!.size, 0))
  const most = Math.max(...sizes)
  const weighted = pages.map((one, index) =>
    sizes[index]! > most * HEAVIEST.within ? { ...one, weight: HEAVIEST.weight } : one,
  )
  writeFileSync(to, JSON.stringify(Object.fromEntries(planChunks(chunks, weighted))))
}
