import type { NodeToValidate } from './rules/hierarchy.ts'

/** Returns the same UUID for the same number. */
export function fakeId(number: number): string {
  return `00000000-0000-4000-b000-${String(number).padStart(12, '0')}`
}

/** A node to validate: an active organization unless `changes` says otherwise. */
export function fakeNode(number: number, changes: Partial<NodeToValidate> = {}): NodeToValidate {
  const kind = changes.kind ?? 'organization'
  return {
    id: fakeId(number),
    kind,
    parent_id: null,
    name: `Facility ${number}`,
    status: 'active',
    time_zone: 'America/Chicago',
    slug: kind === 'unit' ? null : `facility-${number}`,
    unit:
      kind === 'unit'
        ? {
            max_students_per_shift: 8,
            capacity_windows: [],
            shift_patterns: [{ name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 }],
          }
        : null,
    ...changes,
  }
}

/** A valid organization with some sites and some units in each. */
export function fakeTree(sites: number, unitsEach: number): NodeToValidate[] {
  const nodes = [fakeNode(1)]
  for (let site = 0; site < sites; site++) {
    const id = 100 + site
    nodes.push(fakeNode(id, { kind: 'site', parent_id: fakeId(1) }))
    for (let unit = 0; unit < unitsEach; unit++)
      nodes.push(fakeNode(10_000 + site * 100 + unit, { kind: 'unit', parent_id: fakeId(id) }))
  }
  return nodes
}
