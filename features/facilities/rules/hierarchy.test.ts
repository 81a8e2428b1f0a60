import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { fakeId, fakeNode, fakeTree } from '../fake.ts'
import { nested, validateHierarchy } from './hierarchy.ts'

const today = '2026-11-21'

describe('a hierarchy', () => {
  it('that is valid has no findings, whatever the order of the list', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        (sites, units, keys) => {
          const shuffled = fakeTree(sites, units)
            .map((node) => ({ node, key: keys.next().value! }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ node }) => node)
          expect(validateHierarchy(shuffled, [], today)).toEqual({ ok: true, errors: [], warnings: [] })
        },
      ),
    )
  })

  const tree = fakeTree(2, 2)
  const change = (id: string, changes: Partial<(typeof tree)[number]>) =>
    tree.map((node) => (node.id === id ? { ...node, ...changes } : node))
  const aUnit = fakeId(10_000)
  const aSite = fakeId(100)

  test.each([
    ['orphan', change(aUnit, { parent_id: fakeId(77) }), aUnit],
    ['orphan', change(aUnit, { parent_id: fakeId(1) }), aUnit],
    ['orphan', change(aSite, { parent_id: null }), aSite],
    ['time_zone_differs', change(aUnit, { time_zone: 'America/Denver' }), aUnit],
    ['slug_taken', change(fakeId(101), { slug: 'facility-100' }), fakeId(101)],
    [
      'capacity_above_windows',
      change(aUnit, {
        unit: {
          ...fakeNode(1, { kind: 'unit' }).unit!,
          capacity_windows: [{ from: today, to: addDays(today, 9), max: 3 }],
        },
      }),
      aUnit,
    ],
  ] as const)('with one fault has that finding: %s', (code, nodes, id) => {
    const { ok, errors } = validateHierarchy(nodes, [], today)
    expect({ ok, errors: errors.map((each) => [each.code, each.node_id]) }).toEqual({
      ok: false,
      errors: [[code, id]],
    })
  })

  it('leaves a closed unit the time zone that its site had', () => {
    const differs = (status: 'archived' | 'closed' | 'paused') =>
      validateHierarchy(change(aUnit, { time_zone: 'America/Denver', status }), [], today).errors.length
    expect([differs('closed'), differs('archived'), differs('paused')]).toEqual([0, 0, 1])
  })

  it('with a cycle is found, with every node of the cycle and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 4 }), (size, tail) => {
        const circle = Array.from({ length: size }, (_, at) =>
          fakeNode(at, { parent_id: fakeId((at + 1) % size) }),
        )
        const hanging = Array.from({ length: tail }, (_, at) =>
          fakeNode(100 + at, { parent_id: at === 0 ? fakeId(0) : fakeId(99 + at) }),
        )
        const found = validateHierarchy([...hanging, ...circle], [], today).errors
        expect(found.every(({ code }) => code === 'cycle')).toBe(true)
        expect(found.map(({ node_id }) => node_id).toSorted()).toEqual(circle.map(({ id }) => id).toSorted())
      }),
    )
  })

  it('no one administers an archived node', () => {
    const admins = [{ full_name: 'Frank', facility_id: aSite }]
    expect(validateHierarchy(tree, admins, today).ok).toBe(true)
    const archived = tree.map((node) =>
      node.id === aSite || node.parent_id === aSite ? { ...node, status: 'archived' as const } : node,
    )
    expect(validateHierarchy(archived, admins, today)).toMatchObject({
      ok: false,
      errors: [{ code: 'admin_on_archived', node_id: aSite }],
    })
  })

  it('warns of nodes that no one can use', () => {
    const codes = (nodes: typeof tree) =>
      validateHierarchy(nodes, [], today).warnings.map(({ code, node_id }) => [code, node_id])
    expect(codes(tree.filter(({ parent_id }) => parent_id !== aSite))).toEqual([['no_units', aSite]])
    const bare = fakeNode(1, { kind: 'unit' }).unit!
    expect(codes(change(aUnit, { unit: { ...bare, shift_patterns: [] } }))).toEqual([
      ['no_shift_patterns', aUnit],
    ])
    const without = tree.map((node) =>
      node.unit ? { ...node, unit: { ...bare, shift_patterns: [] } } : node,
    )
    expect(codes(without), 'a site that says no shifts at all agrees on hours with each school').toEqual([])
    const over = { ...bare, capacity_windows: [{ from: '2026-01-01', to: '2026-05-01', max: 8 }] }
    expect(codes(change(aUnit, { unit: over }))).toEqual([['no_capacity_ahead', aUnit]])
    expect(codes(change(aSite, { status: 'archived' })).map(([code]) => code)).toEqual([
      'below_archived',
      'below_archived',
    ])
  })

  it('nests by parent, sorted by name', () => {
    const nodes = tree.map((node) => ({ ...node, city: null, state: null, version: 1 }))
    const root = nested(nodes, fakeId(1))!
    expect(root.children.map(({ name }) => name)).toEqual(['Facility 100', 'Facility 101'])
    expect(root.children[0]!.children).toHaveLength(2)
    expect(nested(nodes, fakeId(5))).toBeUndefined()
  })
})
