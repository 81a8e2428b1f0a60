import type { FacilityKind, FacilityStatus, TreeNode } from '../contract.ts'

/** One place of the tree; `parent` and `children` are places in the list, -1 for none. */
export type TreePlace = {
  at: number
  id: string
  parent: number
  kind: FacilityKind
  name: string
  status: FacilityStatus
  place: string
  children: number[]
  depth: number
}
export type TreeRow = {
  place: TreePlace
  isExpanded: boolean
  hasChildren: boolean
  position: number
  size: number
}

const kinds = ['organization', 'site', 'unit'] as const
const statuses = ['active', 'paused', 'closed', 'archived'] as const

/** The list as a tree; parents stand before their children in it. */
export function placesOf(nodes: readonly TreeNode[]): TreePlace[] {
  const places: TreePlace[] = nodes.map(([id, parent, kind, name, status, place], at) => ({
    at,
    id,
    parent,
    kind: kinds[kind]!,
    name,
    status: statuses[status]!,
    place,
    children: [],
    depth: 0,
  }))
  for (const each of places) {
    const above = places[each.parent]
    if (!above) continue
    above.children.push(each.at)
    each.depth = above.depth + 1
  }
  return places
}

/** What is shown: without archived and closed ones unless asked for; of a search what fits and what lies above it. */
export function visibleOf(
  places: readonly TreePlace[],
  { text, withArchived }: { text: string; withArchived: boolean },
): { shown: ReadonlySet<number>; matches: number } | undefined {
  const words = text.trim().toLowerCase()
  if (words === '' && withArchived) return undefined
  const shown = new Set<number>()
  let matches = 0
  for (const each of places) {
    if (!withArchived && (each.status === 'archived' || each.status === 'closed')) continue
    if (!each.name.toLowerCase().includes(words) && !each.place.toLowerCase().includes(words)) continue
    matches += 1
    for (let at = each.at; at !== -1 && !shown.has(at); at = places[at]!.parent) shown.add(at)
  }
  return { shown, matches }
}

/** The rows from top to bottom, as deep as is expanded. */
export function rowsOf(
  places: readonly TreePlace[],
  isExpanded: (place: TreePlace) => boolean,
  shown?: ReadonlySet<number>,
): TreeRow[] {
  const rows: TreeRow[] = []
  const fits = (at: number) => shown === undefined || shown.has(at)
  const walk = (level: readonly number[]): void => {
    const here = level.filter(fits)
    here.forEach((at, index) => {
      const place = places[at]!
      const hasChildren = place.children.some(fits)
      const expanded = hasChildren && isExpanded(place)
      rows.push({ place, isExpanded: expanded, hasChildren, position: index + 1, size: here.length })
      if (expanded) walk(place.children)
    })
  }
  walk(places.filter(({ parent }) => parent === -1).map(({ at }) => at))
  return rows
}

export type TreeStep = { to?: number; expand?: number; collapse?: number }

/**
 * What a key does in a tree (WAI-ARIA): arrows up and down, Home and End go from row to row; right opens, then goes to the
 * first child; left closes, then goes to the parent; a letter goes to the next name that begins with it. Null where the key
 * means nothing. `at` is the row's place in the rows.
 */
export function stepOf(key: string, rows: readonly TreeRow[], at: number): TreeStep | null {
  const row = rows[at]
  const last = rows.length - 1
  // Nothing chosen yet: the keys that go about begin at one end.
  if (!row) return last >= 0 && /^(Arrow|Page|Home|End)/.test(key) ? { to: key === 'End' ? last : 0 } : null
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) }
    case 'PageDown':
      return { to: Math.min(at + 10, last) }
    case 'PageUp':
      return { to: Math.max(at - 10, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: last }
    case 'ArrowRight':
      if (!row.hasChildren) return {}
      return row.isExpanded ? { to: at + 1 } : { expand: row.place.at }
    case 'ArrowLeft': {
      if (row.isExpanded) return { collapse: row.place.at }
      const above = rows.findIndex(({ place }) => place.at === row.place.parent)
      return above === -1 ? {} : { to: above }
    }
    default: {
      if (key.length !== 1 || key === ' ') return null
      const begins = ({ place }: TreeRow) => place.name.toLowerCase().startsWith(key.toLowerCase())
      const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(begins)
      return next ? { to: rows.indexOf(next) } : {}
    }
  }
}
