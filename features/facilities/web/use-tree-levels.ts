import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { TreeNode } from '../contract.ts'
import { treePageSize } from '../rules.ts'
import { facilities } from './queries.ts'
import { partsOnPath, type TreeLevels, type TreePart } from './tree-list.ts'

/** The scope of the hierarchy, as sent in requests. */
export type TreeScope = { root_id?: string; archived: boolean }

type Loaded = { nodes: TreeNode[]; total: number }
const TOP: TreePart = { parent: '', page: 0 }
const isSame = (a: TreePart) => (b: TreePart) => a.parent === b.parent && a.page === b.page

/**
 * Loads the hierarchy on demand: the top, the path to the facility chosen at first, and anything requested with `load`. `open` has the
 * ancestors on that path, which start expanded.
 */
export function useTreeLevels(scope: TreeScope, chosen: string | undefined) {
  const [first] = useState(chosen)
  const [asked, setAsked] = useState<readonly TreePart[]>([TOP])
  const way = useQuery({
    ...facilities.wayTo.queryOptions({ input: { ...scope, id: first ?? '' } }),
    enabled: first !== undefined,
  })
  const parts = useMemo(() => {
    const all = [...asked, ...partsOnPath(way.data ?? [])]
    return all.filter((part, at) => all.findIndex(isSame(part)) === at)
  }, [asked, way.data])
  const combine = useCallback(
    (results: UseQueryResult<Loaded>[]) => ({
      levels: levelsFrom(parts, results),
      top: results[parts.findIndex(isSame(TOP))]!,
      failed: results.filter(({ isError, data }) => isError && !data),
    }),
    [parts],
  )
  const loaded = useQueries({
    queries: parts.map(({ parent, page }) =>
      facilities.level.queryOptions({ input: { ...scope, ...(parent && { below_id: parent }), page } }),
    ),
    combine,
  })
  const load = useCallback((missing: readonly TreePart[]) => {
    setAsked((before) => {
      const news = missing.filter((part) => !before.some(isSame(part)))
      return news.length === 0 ? before : [...before, ...news]
    })
  }, [])
  const open = useMemo(() => new Set(way.data?.slice(0, -1).map(({ id }) => id)), [way.data])
  return { ...loaded, open, load }
}

function levelsFrom(parts: readonly TreePart[], results: readonly UseQueryResult<Loaded>[]): TreeLevels {
  const levels = new Map<string, { size: number; nodes: (TreeNode | undefined)[] }>()
  parts.forEach(({ parent, page }, at) => {
    const data = results[at]?.data
    if (!data) return
    const level = levels.get(parent) ?? { size: data.total, nodes: [] }
    levels.set(parent, level)
    data.nodes.forEach((node, index) => (level.nodes[page * treePageSize + index] = node))
  })
  return levels
}
