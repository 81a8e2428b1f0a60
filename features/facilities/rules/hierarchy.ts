/** The hierarchy as a whole: whether it is valid, and how it is nested. */
import type { PlainDate } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import type {
  CapacityWindow,
  FacilityKind,
  FacilityStatus,
  Finding,
  HierarchyNode,
  Unit,
  Validation,
} from '../contract.ts'
import { isCapAboveWindows } from './fields.ts'
import { noCapacityLabels } from './no-capacity.ts'

/** A node as the validation needs it; `unit` and organization fields are present only on those kinds. */
export type NodeToValidate = {
  id: string
  kind: FacilityKind
  parent_id: string | null
  name: string
  status: FacilityStatus
  time_zone: string
  slug: string | null
  unit: Pick<Unit, 'max_students_per_shift' | 'capacity_windows' | 'shift_patterns'> | null
}
export type AdminToValidate = { full_name: string; facility_id: string }

/**
 * Validates a hierarchy (Spec §7, validate-facility-hierarchy): no orphans, no cycles, open units have their site's time zone, slugs are unique,
 * a unit's cap is at most the sum of its windows, and no one administers an archived node. Warnings are for an administrator to review.
 * `today` decides which windows are past.
 */
export function validateHierarchy(
  nodes: readonly NodeToValidate[],
  admins: readonly AdminToValidate[],
  today: PlainDate,
): Validation {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const errors: Finding[] = []
  const warnings: Finding[] = []
  const error = (code: Finding['code'], { id }: { id: string }, message: string) =>
    void errors.push({ code, node_id: id, message })
  const warn = (code: Finding['code'], { id }: { id: string }, message: string) =>
    void warnings.push({ code, node_id: id, message })
  const parents = new Set(
    nodes
      .filter(({ status }) => status === 'active' || status === 'paused')
      .map(({ parent_id }) => parent_id),
  )
  const sitesWithPatterns = new Set(
    nodes
      .filter(
        ({ status, unit }) => (status === 'active' || status === 'paused') && unit?.shift_patterns.length,
      )
      .map(({ parent_id }) => parent_id),
  )
  const slugs = new Map<string, NodeToValidate>()
  const cyclic = inCycles(nodes, byId)

  for (const node of nodes) {
    const above = node.parent_id === null ? undefined : byId.get(node.parent_id)
    const isLive = node.status === 'active' || node.status === 'paused'
    if (isOrphan(node, above)) error('orphan', node, orphanWords(node, above))
    if (cyclic.has(node.id)) error('cycle', node, `${node.name} is below itself.`)
    // A closed or archived unit keeps the time zone that its site had.
    if (isLive && node.kind === 'unit' && above?.kind === 'site' && above.time_zone !== node.time_zone)
      error(
        'time_zone_differs',
        node,
        `${node.name} is in ${zoneName(node.time_zone)}, its site ${above.name} in ${zoneName(above.time_zone)}.`,
      )
    if (node.slug !== null) {
      const slug = `${node.kind} ${node.slug}`
      const other = slugs.get(slug)
      if (other)
        error('slug_taken', node, `${node.name} and ${other.name} have the same address word, ${node.slug}.`)
      else slugs.set(slug, node)
    }
    if (isLive && (above?.status === 'archived' || above?.status === 'closed'))
      warn('below_archived', node, `${node.name} is ${node.status}, but ${above.name} above it is archived.`)
    if (!isLive) continue
    if (node.unit && isCapAboveWindows(node.unit))
      error(
        'capacity_above_windows',
        node,
        `${node.name} takes ${node.unit.max_students_per_shift} students, its windows together fewer.`,
      )
    if (node.kind === 'site' && !parents.has(node.id))
      warn('no_units', node, `${node.name} ${noCapacityLabels.no_units}`)
    // If no unit of the site lists shifts, schools agree on their own hours, so only a unit that was left out is reported.
    if (node.unit && node.unit.shift_patterns.length === 0 && sitesWithPatterns.has(node.parent_id))
      warn('no_shift_patterns', node, `${node.name} ${noCapacityLabels.no_shift_patterns}`)
    if (node.unit && hasNothingAhead(node.unit.capacity_windows, today))
      warn('no_capacity_ahead', node, `${node.name} ${noCapacityLabels.no_capacity_ahead}`)
  }
  for (const { full_name: name, facility_id: id } of admins) {
    const node = byId.get(id)
    if (node?.status === 'archived' || node?.status === 'closed')
      error('admin_on_archived', node, `${name} administers ${node.name}, which is ${node.status}.`)
  }
  return { ok: errors.length === 0, errors, warnings }
}

const hasNothingAhead = (windows: readonly CapacityWindow[], today: PlainDate): boolean =>
  windows.length > 0 && !windows.some(({ to, max }) => to >= today && max > 0)

function isOrphan(node: NodeToValidate, above: NodeToValidate | undefined): boolean {
  if (node.kind === 'organization') return above !== undefined && above.kind !== 'organization'
  return above?.kind !== (node.kind === 'site' ? 'organization' : 'site')
}

function orphanWords(node: NodeToValidate, above: NodeToValidate | undefined): string {
  const wanted = node.kind === 'unit' ? 'site' : 'organization'
  return above
    ? `${node.name} is below a ${above.kind}, not below ${wanted === 'site' ? 'a site' : 'an organization'}.`
    : `${node.name} belongs to no ${wanted}.`
}

/** Returns the nodes that are part of a cycle of parents. */
function inCycles(
  nodes: readonly NodeToValidate[],
  byId: ReadonlyMap<string, NodeToValidate>,
): ReadonlySet<string> {
  const found = new Set<string>()
  const settled = new Set<string>()
  for (const { id } of nodes) {
    const trail: string[] = []
    let at: string | null | undefined = id
    while (at && !settled.has(at) && !trail.includes(at)) {
      trail.push(at)
      at = byId.get(at)?.parent_id
    }
    if (at && trail.includes(at)) for (const each of trail.slice(trail.indexOf(at))) found.add(each)
    for (const each of trail) settled.add(each)
  }
  return found
}

/** Nests a flat list of nodes by name (Spec §7, get-facility-hierarchy); nodes whose parent is missing are left out. */
export function nested(
  nodes: readonly (Omit<HierarchyNode, 'children'> & { parent_id: string | null })[],
  rootId: string,
): HierarchyNode | undefined {
  const below = Map.groupBy(nodes, ({ parent_id }) => parent_id)
  const root = nodes.find(({ id }) => id === rootId)
  const grow = ({ parent_id: _parent, ...node }: (typeof nodes)[number]): HierarchyNode => ({
    ...node,
    children: (below.get(node.id) ?? []).toSorted((a, b) => a.name.localeCompare(b.name)).map(grow),
  })
  return root && grow(root)
}
