import { todayIn } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { validateHierarchy } from '../../rules/hierarchy.ts'
import { pathsOf } from './find-facility.ts'
import { getOperations } from './get-operations.ts'
import { findSuspectNodes } from './load-for-validation.ts'

/** The page shows at most this many findings of a kind, and the total. */
const SHOWN = 25

/** What needs attention across all facilities, what is wrong in the hierarchy, and what has no capacity. */
export async function getOperationsPage(tx: Tx) {
  const today = todayIn('America/New_York')
  const { bad, nodes, admins, empty, emptyCount } = await findSuspectNodes(tx, today, SHOWN)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const { errors, warnings } = validateHierarchy(nodes, admins, today)
  const problems = [...errors, ...warnings.filter(({ code }) => code === 'below_archived')].filter(
    ({ node_id: id }) => bad.has(id),
  )
  // The texts come from the rules; which facilities are empty comes from the query.
  const shown = empty.map(({ id, code }) =>
    warnings.find((each) => each.node_id === id && each.code === code)!,
  )
  const paths = await pathsOf(
    tx,
    shown.map(({ node_id }) => node_id),
  )
  return {
    ...(await getOperations(tx)),
    problem_count: problems.length,
    problems: problems.slice(0, SHOWN).map((each) => {
      const { name, kind } = byId.get(each.node_id)!
      return { ...each, name, kind }
    }),
    without_capacity_count: emptyCount,
    without_capacity: shown.map((each) => ({
      ...each,
      name: byId.get(each.node_id)!.name,
      path: paths.get(each.node_id) ?? '',
    })),
  }
}
