import { expect, it } from 'vitest'
import { endStates } from '#core/shift-statuses.ts'
import { shiftStatus } from '#features/shifts/contract.ts'
import { shiftMachine } from '#features/shifts/rules.ts'
import { machineMap } from './machine-map.ts'

const { nodes, lines } = machineMap()
const at = (status: string) => nodes.find((node) => node.status === status)!

it('gives every status its own position, and every transition a line', () => {
  expect(nodes.map(({ status }) => status).toSorted()).toEqual([...shiftStatus.options].toSorted())
  expect(new Set(nodes.map(({ column, row }) => `${column} ${row}`)).size).toBe(nodes.length)
  expect(lines.flatMap(({ steps }) => steps)).toHaveLength(shiftMachine.length)
})

it('leads to the right, except when a shift goes back', () => {
  for (const { from, to, isBack } of lines)
    expect([from, to, at(to).column > at(from).column]).toEqual([from, to, !isBack])
})

it('has the shortest path on top, and what ends below it', () => {
  for (const status of [
    'draft',
    'pending_facility',
    'approved',
    'published',
    'in_progress',
    'completed',
    'closed',
  ])
    expect([status, at(status).row]).toEqual([status, 0])
  for (const status of endStates) expect(at(status).row).toBeGreaterThan(0)
})
