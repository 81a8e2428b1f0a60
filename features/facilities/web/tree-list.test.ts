import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import type { TreeNode } from '../contract.ts'
import { levelsOf, missingParts, partsOnPath, rowsOf, keyActionOf, type TreeLevels } from './tree-list.ts'

const node = (id: string, parent_id: string | null, name: string, child_count = 0): TreeNode => ({
  id,
  parent_id,
  kind: 'site',
  name,
  status: 'active',
  town: '',
  child_count,
})
const levels = levelsOf([
  node('a', null, 'Harborview'),
  node('b', null, 'Mercy'),
  node('c', 'a', 'Main'),
  node('d', 'a', 'West'),
  node('e', 'c', '5 East'),
  node('f', 'c', 'Maternity'),
])
const all = () => true
const names = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.node?.name)

it('is listed from top to bottom, as deep as it is expanded', () => {
  expect(names(rowsOf(levels, all))).toEqual(['Harborview', 'Main', '5 East', 'Maternity', 'West', 'Mercy'])
  expect(names(rowsOf(levels, () => false))).toEqual(['Harborview', 'Mercy'])
  expect(rowsOf(levels, all).map(({ depth, index, size }) => [depth, index, size])).toEqual([
    [0, 0, 2],
    [1, 0, 2],
    [2, 0, 2],
    [2, 1, 2],
    [1, 1, 2],
    [0, 1, 2],
  ])
})

it('a node without a visible parent is at the top', () => {
  expect(names(rowsOf(levelsOf([node('x', 'elsewhere', 'West')]), all))).toEqual(['West'])
})

it('unloaded nodes have rows, and the parts to load are known', () => {
  const some: TreeLevels = new Map([
    ['', { size: 250, nodes: [node('a', null, 'Harborview', 3), node('b', null, 'Mercy')] }],
  ])
  const rows = rowsOf(some, all)
  expect(rows).toHaveLength(253)
  expect(missingParts(rows.slice(0, 5))).toEqual([{ parent: 'a', page: 0 }])
  expect(missingParts(rows)).toEqual([
    { parent: 'a', page: 0 },
    { parent: '', page: 0 },
    { parent: '', page: 1 },
    { parent: '', page: 2 },
  ])
  expect(missingParts(rowsOf(levels, all))).toEqual([])
})

it('the path down to a facility tells which parts contain it', () => {
  expect(partsOnPath([])).toEqual([])
  expect(
    partsOnPath([
      { id: 'a', position: 99 },
      { id: 'c', position: 100 },
      { id: 'e', position: 0 },
    ]),
  ).toEqual([
    { parent: '', page: 0 },
    { parent: 'a', page: 1 },
    { parent: 'c', page: 0 },
  ])
})

const rows = rowsOf(levels, ({ name }) => name !== 'Main')
test.each([
  ['ArrowDown', 0, { to: 1 }],
  ['ArrowDown', 3, { to: 3 }],
  ['ArrowUp', 0, { to: 0 }],
  ['Home', 2, { to: 0 }],
  ['End', 0, { to: 3 }],
  ['PageDown', 0, { to: 3 }],
  ['PageUp', 3, { to: 0 }],
  ['ArrowRight', 1, { expand: 'c' }],
  ['ArrowRight', 0, { to: 1 }],
  ['ArrowRight', 2, {}],
  ['ArrowLeft', 0, { collapse: 'a' }],
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
])('%s at %i', (key, at, step) => expect(keyActionOf(key, rows, at)).toEqual(step))

it('every key stays within the rows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'End', 'ArrowLeft', 'ArrowRight', 'w'),
      fc.nat(3),
      (key, at) => {
        const to = keyActionOf(key, rows, at)?.to
        expect(to === undefined || (to >= 0 && to < rows.length)).toBe(true)
      },
    ),
  )
})
