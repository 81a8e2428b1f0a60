import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { unitFields as unitSchema } from './contract.ts'
import { fakeId, fakeNode, fakeTree } from './fake.ts'
import {
  addressOf,
  archiveBlocker,
  capstoneZoneBlocker,
  changeBlocker,
  closeBlocker,
  closingHits,
  closingOutcome,
  copyGroups,
  copyOutcome,
  editBlocker,
  minutesOf,
  misfitsAfter,
  mostBlackouts,
  moveBlocker,
  nested,
  organizationBlocker,
  overCapacity,
  parentBlocker,
  pauseBlocker,
  problemsOfSite,
  problemsOfUnit,
  restoreBlocker,
  settlementBlocker,
  type ShiftInUnit,
  shiftPresets,
  slugOf,
  statusBlocker,
  settingsToRestore,
  unitDefaults,
  validateHierarchy,
} from './rules.ts'

const today = '2026-11-21'
const unitFields = { name: '5 East', ...unitDefaults }

describe('a unit', () => {
  it('has no problems with the presets', () => {
    expect(problemsOfUnit({ ...unitFields, shift_patterns: [...shiftPresets] })).toEqual({})
    expect(shiftPresets.map(minutesOf)).toEqual([480, 480, 480, 720, 720])
  })

  test.each([
    [
      'a name twice',
      { shift_patterns: [shiftPresets[0]!, { ...shiftPresets[1]!, name: 'd8 ' }] },
      'shift_patterns.1.name',
    ],
    ['no time at all', { shift_patterns: [{ ...shiftPresets[0]!, end: '07:00' }] }, 'shift_patterns.0.end'],
    [
      'nothing but break',
      { shift_patterns: [{ name: 'X', start: '07:00', end: '08:00', unpaid_break_min: 60 }] },
      'shift_patterns.0.unpaid_break_min',
    ],
    [
      'more beginners than students',
      { max_students_by_level: { first_year: 9 } },
      'max_students_by_level.first_year',
    ],
    [
      'a window that ends first',
      { capacity_windows: [{ from: '2026-09-02', to: '2026-09-01', max: 8 }] },
      'capacity_windows.0.to',
    ],
    [
      'windows that share a day',
      {
        capacity_windows: [
          { from: '2026-09-01', to: '2026-09-30', max: 8 },
          { from: '2026-09-30', to: '2026-10-30', max: 8 },
        ],
      },
      'capacity_windows.1.from',
    ],
    [
      'a window above the unit',
      { capacity_windows: [{ from: '2026-09-01', to: '2026-09-30', max: 9 }] },
      'capacity_windows.0.max',
    ],
    [
      'a cap above its windows',
      { capacity_windows: [{ from: '2026-09-01', to: '2026-09-30', max: 7 }] },
      'max_students_per_shift',
    ],
    [
      'a blackout that ends first',
      { blackout: [{ from: '2026-09-02', to: '2026-09-01', reason: 'Move' }] },
      'blackout.0.to',
    ],
  ])('with %s has a problem at that field', (_, changes, field) => {
    expect(Object.keys(problemsOfUnit({ ...unitFields, ...changes }))).toEqual([field])
  })
})

it('a site has both coordinates or neither', () => {
  expect(problemsOfSite({ latitude: 43, longitude: -88 })).toEqual({})
  expect(problemsOfSite({ latitude: null, longitude: null })).toEqual({})
  expect(Object.keys(problemsOfSite({ latitude: 43, longitude: null }))).toEqual(['longitude'])
  expect(Object.keys(problemsOfSite({ latitude: null, longitude: 3 }))).toEqual(['latitude'])
})

describe('a slug', () => {
  it('is made from a name', () => {
    expect(slugOf("St. Mary's – Hôpital West")).toBe('st-mary-s-hopital-west')
    expect(slugOf('東京')).toBe('')
  })
  it('is always kebab-case, or empty', () => {
    fc.assert(
      fc.property(fc.string(), (name) => void expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)),
    )
  })
})

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

describe('permissions on a facility', () => {
  const root = { role: 'superadmin', may_manage: true } as const
  const frank = { role: 'facility_admin', may_manage: true } as const
  const ana = { role: 'school_admin', may_manage: false } as const
  const node = (
    kind: 'organization' | 'site' | 'unit',
    status: 'active' | 'paused' | 'closed' | 'archived' = 'active',
  ) => ({ kind, status, name: 'X' })
  test.each([
    [editBlocker(node('organization'), root), null],
    [editBlocker(node('organization'), frank), 'Only the superadmin can change organizations.'],
    [editBlocker(node('site'), frank), null],
    [editBlocker(node('site'), ana), 'Only its administrators can change it.'],
    [editBlocker(node('site', 'archived'), root), 'Restore it first.'],
    [editBlocker(node('unit', 'closed'), root), 'It is permanently closed.'],
    [pauseBlocker(node('unit'), frank), null],
    [pauseBlocker(node('unit', 'paused'), frank), 'No upcoming shifts.'],
    [pauseBlocker(node('unit', 'paused'), frank, 3), null],
    [pauseBlocker(node('unit', 'closed'), frank), 'It is closed.'],
    [closeBlocker(node('unit', 'paused'), root), null],
    [pauseBlocker(node('unit'), ana), 'Only its administrators can pause it.'],
    [closeBlocker(node('unit'), root), null],
    [closeBlocker(node('unit'), frank), 'Only the superadmin can close a unit.'],
    [closeBlocker(node('unit', 'closed'), root), 'It is closed.'],
    [archiveBlocker(node('site'), frank), null],
    [archiveBlocker(node('site'), ana), 'Only its administrators can change it.'],
  ])('%s', (said, wanted) => expect(said).toBe(wanted))
})

describe('upcoming shifts of a facility that no longer takes students', () => {
  const ahead = [{ id: 'a' }, { id: 'b' }]
  const units = [{ id: 'u' }]
  const decide = (shift_id: string, action: 'keep' | 'cancel' | 'move', unit_id: string | null = null) => ({
    shift_id,
    action,
    unit_id,
  })
  test.each([
    ['nothing decided', [], 'pause', 'shift_ahead.undecided'],
    ['one left out', [decide('a', 'keep')], 'pause', 'shift_ahead.undecided'],
    ['a paused unit keeps', [decide('a', 'keep'), decide('b', 'cancel')], 'pause', undefined],
    ['a closed one keeps none', [decide('a', 'keep'), decide('b', 'cancel')], 'close', 'shift_ahead.kept'],
    ['nor an archived site', [decide('a', 'keep'), decide('b', 'cancel')], 'archive', 'shift_ahead.kept'],
    [
      'moved to a unit that is offered',
      [decide('a', 'move', 'u'), decide('b', 'cancel')],
      'archive',
      undefined,
    ],
    ['to another', [decide('a', 'move', 'x'), decide('b', 'cancel')], 'close', 'shift_ahead.wrong_unit'],
    ['to none', [decide('a', 'move'), decide('b', 'cancel')], 'pause', 'shift_ahead.wrong_unit'],
  ] as const)('%s', (_name, decisions, occasion, code) =>
    expect(settlementBlocker(ahead, decisions, units, occasion)?.code).toBe(code),
  )
  test('names the undecided shifts', () =>
    expect(settlementBlocker(ahead, [decide('a', 'keep')], units, 'pause')?.values).toEqual({
      shift_ids: ['b'],
    }))
})

describe('changes to a facility', () => {
  const unit = { kind: 'unit', name: 'Five East', status: 'active', time_zone: 'America/Chicago' } as const
  const site = { kind: 'site', name: 'North', status: 'active', time_zone: 'America/Chicago' } as const
  const organization = { ...site, kind: 'organization', name: 'River Health' } as const
  it('only the superadmin decides on organizations', () => {
    expect(organizationBlocker('organization', false)?.code).toBe('facility.superadmin')
    expect([organizationBlocker('organization', true), organizationBlocker('unit', false)]).toEqual([
      null,
      null,
    ])
  })
  it('starts below an active facility', () => {
    expect([parentBlocker(null), parentBlocker(site)]).toEqual([null, null])
    expect(parentBlocker({ ...site, status: 'archived' })?.code).toBe('facility.parent_inactive')
  })
  it('is refused once it is closed or archived', () => {
    expect(changeBlocker({ ...unit, status: 'paused' })).toBeNull()
    expect(changeBlocker({ ...unit, status: 'closed' })?.code).toBe('facility.not_changeable')
    expect(changeBlocker({ ...site, status: 'archived' }, 'move')?.code).toBe('facility.not_movable')
  })
  it.each<[string, Parameters<typeof moveBlocker>, string | undefined]>([
    ['a unit to a site', [unit, site, true], undefined],
    ['a unit to an organization', [unit, organization, false], 'facility.wrong_parent'],
    ['a site to the top', [site, null, false], 'facility.wrong_parent'],
    ['a site to an organization', [site, organization, false], undefined],
    ['an organization to the top', [organization, null, false], undefined],
    ['to what is not theirs', [unit, undefined, false], 'facility.no_target'],
    ['to what is archived', [unit, { ...site, status: 'archived' }, false], 'facility.target_inactive'],
    ['to another time, empty', [unit, { ...site, time_zone: 'America/Denver' }, false], undefined],
    [
      'to another time, with shifts',
      [unit, { ...site, time_zone: 'America/Denver' }, true],
      'facility.other_time',
    ],
  ])('moves %s', (_what, asked, code) => {
    expect(moveBlocker(...asked)?.code).toBe(code)
  })
  it('keeps the time zone while capstone days are planned', () => {
    expect(capstoneZoneBlocker(site, site.time_zone, true)).toBeNull()
    expect(capstoneZoneBlocker(site, 'America/Denver', false)).toBeNull()
    expect(capstoneZoneBlocker(site, 'America/Denver', true)?.code).toBe('facility.zone_has_days')
  })
  it.each<[Parameters<typeof statusBlocker>, string | undefined]>([
    [[unit, 'paused'], undefined],
    [[{ ...unit, status: 'paused' }, 'paused'], undefined],
    [[{ ...unit, status: 'paused' }, 'active'], undefined],
    [[unit, 'active'], 'facility.not_paused'],
    [[{ ...unit, status: 'closed' }, 'paused'], 'facility.status_already'],
    [[unit, 'archived'], 'facility.wrong_step'],
    [[site, 'closed'], 'facility.wrong_step'],
    [[site, 'archived'], undefined],
    [[{ ...site, status: 'archived' }, 'archived'], 'facility.status_already'],
  ])('%o: %s', (asked, code) => {
    expect(statusBlocker(...asked)?.code).toBe(code)
  })
  it('is restored after its parent', () => {
    const archived = { ...site, status: 'archived' } as const
    expect([restoreBlocker(archived, null), restoreBlocker(archived, 'active')]).toEqual([null, null])
    expect(restoreBlocker(archived, 'archived')?.code).toBe('facility.archived_above')
    expect(restoreBlocker(site, 'active')?.code).toBe('facility.not_archived')
  })
  it('a unit has the location of its site; others have their own', () => {
    const above = { city: 'Milwaukee', state: 'WI', time_zone: 'America/Chicago' }
    expect(addressOf('unit', { city: 'Elsewhere' }, above)).toEqual(above)
    expect(addressOf('site', { city: 'Racine' }, above)).toEqual({
      city: 'Racine',
      state: null,
      time_zone: 'America/Chicago',
    })
    expect(addressOf('organization', {}, null).time_zone).toBe('America/New_York')
  })
})

describe('closing days', () => {
  const days = { from: '2026-12-24', to: '2026-12-26' }

  it('leaves a unit unchanged that has the same days, or the maximum number of blackouts', () => {
    expect(closingOutcome([], days)).toBe('close')
    expect(closingOutcome([{ from: '2026-12-24', to: '2026-12-25' }], days)).toBe('close')
    expect(closingOutcome([days], days)).toBe('same')
    const many = Array.from({ length: mostBlackouts }, () => ({ from: today, to: today, reason: 'Closed' }))
    expect(closingOutcome(many.slice(1), days)).toBe('close')
    expect(closingOutcome(many, days)).toBe('full')
    const blackouts = unitSchema.shape.blackout
    expect(blackouts.safeParse(many).success).toBe(true)
    expect(blackouts.safeParse([...many, many[0]]).success).toBe(false)
  })

  it('counts the shifts of each school at each site, with the first and the last date', () => {
    const shift = (school: string, site: string, date: string, seated: number) => ({
      school_id: school,
      school_name: school,
      site_id: site,
      site_name: site,
      date,
      seated,
    })
    expect(
      closingHits([
        shift('Prairie', 'Main', '2026-12-25', 0),
        shift('Lakeshore', 'West', '2026-12-24', 1),
        shift('Lakeshore', 'Main', '2026-12-26', 3),
        shift('Lakeshore', 'Main', '2026-12-24', 4),
      ]),
    ).toMatchObject([
      { school_name: 'Lakeshore', site_name: 'Main', shifts: 2, seated: 7, first: days.from, last: days.to },
      { school_name: 'Lakeshore', site_name: 'West', shifts: 1, seated: 1 },
      { school_name: 'Prairie', site_name: 'Main', shifts: 1, seated: 0 },
    ])
  })
})

describe('copying settings to other units', () => {
  const source = { ...unitFields, max_students_per_shift: 6, specialty: 'icu' as const }

  it("has every setting of a unit in one group, except the unit's own", () => {
    const all = Object.values(copyGroups).flat()
    const own = ['name', 'code', 'blackout']
    expect(all.toSorted()).toEqual(
      Object.keys(unitSchema.shape)
        .filter((field) => !own.includes(field))
        .toSorted(),
    )
  })

  it('changes only settings that differ, in the chosen groups', () => {
    const unit = { ...unitFields, max_students_per_shift: 8, specialty: 'other' as const }
    expect(copyOutcome(source, unit, ['capacity'])).toEqual({
      outcome: 'change',
      before: { max_students_per_shift: 8 },
      after: { max_students_per_shift: 6 },
      problem: null,
    })
    expect(copyOutcome(source, unit, ['capacity', 'care']).after).toEqual({
      max_students_per_shift: 6,
      specialty: 'icu',
    })
    expect(copyOutcome(source, { ...unit, max_students_per_shift: 6 }, ['capacity']).outcome).toBe('same')
    // Lists are equal if their entries are, whatever the order of their keys.
    const [pattern] = shiftPresets
    const { name: title, ...rest } = pattern!
    expect(
      copyOutcome(
        { ...source, shift_patterns: [pattern!] },
        { ...unit, shift_patterns: [{ ...rest, name: title }] },
        ['shifts'],
      ).outcome,
    ).toBe('same')
  })

  it('refuses a unit whose own settings conflict with them', () => {
    const unit = { ...unitFields, max_students_by_level: { first_year: 8 } }
    const { outcome, problem } = copyOutcome(source, unit, ['capacity'])
    expect(outcome).toBe('refused')
    expect(problem).toBe('At most 6, as on every shift.')
    expect(copyOutcome(source, unit, ['capacity', 'levels']).outcome).toBe('change')
  })

  it('restores only what has not changed since the copy', () => {
    const copy = {
      before: { max_students_per_shift: 8, specialty: 'other' as const },
      after: { max_students_per_shift: 6, specialty: 'icu' as const },
    }
    expect(settingsToRestore(source, copy)).toEqual(copy.before)
    expect(settingsToRestore({ ...source, max_students_per_shift: 5 }, copy)).toEqual({ specialty: 'other' })
  })

  const shift = (changes: Partial<ShiftInUnit>): ShiftInUnit => ({
    id: fakeId(1),
    title: null,
    date: '2026-12-01',
    start_time: '07:00',
    end_time: '15:00',
    starts_at: '2026-12-01T13:00:00Z',
    ends_at: '2026-12-01T21:00:00Z',
    school_id: 'a',
    school_name: 'Lakeshore',
    seats: 4,
    ...changes,
  })
  const later = {
    id: fakeId(2),
    start_time: '15:00',
    end_time: '23:00',
    starts_at: '2026-12-01T21:00:00Z',
    ends_at: '2026-12-02T05:00:00Z',
  }
  const unit = { ...unitFields, exclusive_school: false }
  const reasons = (after: object, shifts: ShiftInUnit[]) =>
    misfitsAfter(unit, after, shifts).map(({ id, reason }) => [id, reason])

  it('names the upcoming shifts with too many students, alone or together', () => {
    expect(reasons({ max_students_per_shift: 4 }, [shift({})])).toEqual([])
    expect(reasons({ max_students_per_shift: 3 }, [shift({})])).toEqual([[fakeId(1), 'seats']])
    const together = [shift({}), shift({ id: fakeId(3) })]
    expect(reasons({ max_students_per_shift: 7 }, together)).toHaveLength(2)
    // A shift that begins when the other ends does not overlap it.
    expect(reasons({ max_students_per_shift: 7 }, [shift({}), shift(later)])).toEqual([])
    const windows = [{ from: '2026-12-01', to: '2026-12-31', max: 3 }]
    expect(reasons({ capacity_windows: windows }, [shift({})])).toEqual([[fakeId(1), 'seats']])
    const elsewhere = [{ from: '2027-01-01', to: '2027-12-31', max: 8 }]
    expect(reasons({ capacity_windows: elsewhere }, [shift({})])).toEqual([[fakeId(1), 'seats']])
  })

  it('names overlapping shifts of two schools, and hours that the unit does not run', () => {
    const two = [shift({ seats: 2 }), shift({ id: fakeId(3), school_id: 'b', seats: 2 })]
    expect(reasons({ exclusive_school: true }, two)).toEqual([
      [fakeId(1), 'exclusive'],
      [fakeId(3), 'exclusive'],
    ])
    expect(reasons({ exclusive_school: true }, [shift({}), shift({ ...later, school_id: 'b' })])).toEqual([])
    const d12 = shiftPresets.filter(({ name: title }) => title === 'D12')
    expect(reasons({ shift_patterns: d12 }, [shift({})])).toEqual([[fakeId(1), 'hours']])
    expect(reasons({ shift_patterns: [...shiftPresets] }, [shift({}), shift(later)])).toEqual([])
  })

  it('does not name shifts that did not fit before', () => {
    expect(reasons({ max_students_per_shift: 3 }, [shift({ seats: 9 })])).toEqual([])
  })
})

test('shifts are over capacity compared to what the unit takes now', () => {
  const shifts = [
    { capacity: 8, date: '2027-02-03' },
    { capacity: 2, date: '2027-01-11' },
    { capacity: 3, date: '2027-01-12' },
  ]
  expect([1, 2, 8].map((most) => overCapacity(shifts, most))).toEqual([
    { count: 3, from: '2027-01-11' },
    { count: 2, from: '2027-01-12' },
    { count: 0, from: undefined },
  ])
})
