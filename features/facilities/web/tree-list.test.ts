import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import type { TreeNode } from '../contract.ts'
import { placesOf, rowsOf, stepOf, visibleOf } from './tree-list.ts'

const nodes: TreeNode[] = [
  ['a', -1, 0, 'Harborview', 0, 'Milwaukee, WI'],
  ['b', -1, 0, 'Mercy', 0, ''],
  ['c', 0, 1, 'Main', 0, 'Milwaukee, WI'],
  ['d', 0, 1, 'West', 3, 'Madison, WI'],
  ['e', 2, 2, '5 East', 1, ''],
  ['f', 2, 2, 'Maternity', 0, ''],
]
const places = placesOf(nodes)
const all = () => true
const names = (rows: ReturnType<typeof rowsOf>) => rows.map(({ place }) => place.name)

it('is walked from top to bottom, as deep as it is open', () => {
  expect(names(rowsOf(places, all))).toEqual(['Harborview', 'Main', '5 East', 'Maternity', 'West', 'Mercy'])
  expect(names(rowsOf(places, () => false))).toEqual(['Harborview', 'Mercy'])
  expect(rowsOf(places, all).map(({ place: { depth }, position, size }) => [depth, position, size])).toEqual([
    [0, 1, 2], [1, 1, 2], [2, 1, 2], [2, 2, 2], [1, 2, 2], [0, 2, 2],
  ]) // prettier-ignore
})

it('a search shows what fits and what lies above it; archived ones only when asked for', () => {
  const found = (text: string, withArchived = false) => {
    const visible = visibleOf(places, { text, withArchived })
    return [names(rowsOf(places, all, visible?.shown)), visible?.matches]
  }
  expect(found('east')).toEqual([['Harborview', 'Main', '5 East'], 1])
  expect(found('madison')).toEqual([[], 0])
  expect(found('madison', true)).toEqual([['Harborview', 'West'], 1])
  expect(found('')[0]).not.toContain('West')
  expect(visibleOf(places, { text: '', withArchived: true })).toBeUndefined()
})

const rows = rowsOf(places, ({ name }) => name !== 'Main')
test.each([
  ['ArrowDown', 0, { to: 1 }],
  ['ArrowDown', 3, { to: 3 }],
  ['ArrowUp', 0, { to: 0 }],
  ['Home', 2, { to: 0 }],
  ['End', 0, { to: 3 }],
  ['PageDown', 0, { to: 3 }],
  ['PageUp', 3, { to: 0 }],
  ['ArrowRight', 1, { expand: 2 }],
  ['ArrowRight', 0, { to: 1 }],
  ['ArrowRight', 2, {}],
  ['ArrowLeft', 0, { collapse: 0 }],
  ['ArrowLeft', 1, { to: 0 }],
  ['ArrowLeft', 3, {}],
  ['m', 0, { to: 1 }],
  ['m', 1, { to: 3 }],
  ['z', 1, {}],
  ['Tab', 1, null],
  [' ', 1, null],
  ['ArrowDown', -1, { to: 0 }],
  ['End', -1, { to: 3 }],
  ['Tab', -1, null],
])('%s at %i', (key, at, step) => expect(stepOf(key, rows, at)).toEqual(step))

it('every key stays within the rows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'End', 'ArrowLeft', 'ArrowRight', 'w'),
      fc.nat(3),
      (key, at) => {
        const to = stepOf(key, rows, at)?.to
        expect(to === undefined || (to >= 0 && to < rows.length)).toBe(true)
      },
    ),
  )
})

it('five thousand sites are walked within a frame', () => {
  const many: TreeNode[] = [['o', -1, 0, 'All', 0, '']]
  for (let site = 0; site < 5_000; site++) many.push([`s${site}`, 0, 1, `Site ${site}`, 0, 'Milwaukee, WI'])
  const found = placesOf(many)
  expect(rowsOf(found, all)).toHaveLength(5_001)
  expect(visibleOf(found, { text: 'site 4999', withArchived: false })!.matches).toBe(1)
})
