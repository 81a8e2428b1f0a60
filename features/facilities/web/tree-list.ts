import type { TreeNode } from '../contract.ts'
import { treePageSize } from '../rules.ts'

/** The nodes directly below one facility; undefined where a node isn't loaded yet. */
export type TreeLevel = { size: number; nodes: readonly (TreeNode | undefined)[] }
/** The levels by parent id; '' is the top. */
export type TreeLevels = ReadonlyMap<string, TreeLevel>

export type TreeRow = {
  /** The parent's id, '' at the top. */
  parent: string
  /** Its position in its level, from 0. */
  index: number
  size: number
  depth: number
  /** Undefined until it is loaded. */
  node: TreeNode | undefined
  hasChildren: boolean
  isExpanded: boolean
}

/** Returns the visible rows from top to bottom, including rows that aren't loaded yet. */
export function rowsOf(
  levels: TreeLevels,
  isExpanded: (node: TreeNode, depth: number) => boolean,
): TreeRow[] {
  const rows: TreeRow[] = []
  const walk = (parent: string, { size, nodes }: TreeLevel, depth: number): void => {
    for (let index = 0; index < size; index++) {
      const node = nodes[index]
      const hasChildren = node !== undefined && node.child_count > 0
      const expanded = hasChildren && isExpanded(node, depth)
      rows.push({ parent, index, size, depth, node, hasChildren, isExpanded: expanded })
      if (expanded) walk(node.id, levels.get(node.id) ?? { size: node.child_count, nodes: [] }, depth + 1)
    }
  }
  walk('', levels.get('') ?? { size: 0, nodes: [] }, 0)
  return rows
}

/** Groups a complete list, such as search results, into levels; a node has children only if some are in the list. */
export function levelsOf(nodes: readonly TreeNode[]): TreeLevels {
  const ids = new Set(nodes.map(({ id }) => id))
  const above = ({ parent_id: parent }: TreeNode): string => (parent && ids.has(parent) ? parent : '')
  const levels = Map.groupBy(nodes, above)
  const counted = (level: readonly TreeNode[]): TreeLevel => ({
    size: level.length,
    nodes: level.map((node) => ({ ...node, child_count: levels.get(node.id)?.length ?? 0 })),
  })
  return new Map([...levels].map(([parent, level]) => [parent, counted(level)]))
}

/** One page of a level: 100 facilities below a parent. */
export type TreePart = { parent: string; page: number }

/** Returns the parts that the unloaded rows belong to, each once. */
export function missingParts(rows: readonly TreeRow[]): TreePart[] {
  const parts = new Map<string, TreePart>()
  for (const { node, parent, index } of rows) {
    const page = Math.floor(index / treePageSize)
    if (!node) parts.set(`${parent} ${page}`, { parent, page })
  }
  return [...parts.values()]
}

/** The parts on the path down to a facility, by each step's position in its level. */
export function partsOnPath(way: readonly { id: string; position: number }[]): TreePart[] {
  return way.map(({ position }, depth) => ({
    parent: way[depth - 1]?.id ?? '',
    page: Math.floor(position / treePageSize),
  }))
}

export type TreeKeyAction = { to?: number; expand?: string; collapse?: string }

/**
 * What a key does in a tree (WAI-ARIA): arrows up and down, Home and End move between rows; right opens a node, then moves to its first
 * child; left closes it, then moves to its parent; a letter moves to the next loaded name that begins with it. Returns null for other keys.
 * `at` is the index of the current row.
 */
export function keyActionOf(key: string, rows: readonly TreeRow[], at: number): TreeKeyAction | null {
  const row = rows[at]
  const last = rows.length - 1
  // Nothing is chosen yet: the movement keys start at one end.
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
      if (!row.node || !row.hasChildren) return {}
      return row.isExpanded ? { to: at + 1 } : { expand: row.node.id }
    case 'ArrowLeft': {
      if (row.node && row.isExpanded) return { collapse: row.node.id }
      const above = rows.findIndex(({ node }) => node?.id === row.parent)
      return above === -1 ? {} : { to: above }
    }
    default: {
      if (key.length !== 1 || key === ' ') return null
      const begins = ({ node }: TreeRow) => node?.name.toLowerCase().startsWith(key.toLowerCase())
      const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(begins)
      return next ? { to: rows.indexOf(next) } : {}
    }
  }
}
