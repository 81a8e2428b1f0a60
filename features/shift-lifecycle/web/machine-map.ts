import { endStates } from '#core/shift-statuses.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import { shiftMachine, type Transition } from '#features/shifts/rules.ts'

export type Placed = { status: ShiftStatus; column: number; row: number }
/** All steps from one status to another, as one line. */
export type Line = { from: ShiftStatus; to: ShiftStatus; steps: Transition[]; isBack: boolean }

/** The position of each status and the lines between them: columns by how far a shift has come, the shortest path on top. */
export function machineMap(): { nodes: Placed[]; lines: Line[]; columns: number; rows: number } {
  const next = (from: ShiftStatus) => [
    ...new Set(shiftMachine.filter((step) => step.from === from).map((step) => step.to)),
  ]
  const back = new Set<string>()
  const column = new Map<ShiftStatus, number>()
  // The longest path to each status; a step to a status that is already on the path leads back.
  const visit = (status: ShiftStatus, depth: number, way: readonly ShiftStatus[]) => {
    if ((column.get(status) ?? -1) >= depth) return
    column.set(status, depth)
    for (const to of next(status))
      if (way.includes(to)) back.add(`${status} ${to}`)
      else visit(to, depth + 1, [...way, status])
  }
  visit('draft', 0, [])

  // The shortest path, and what a draft becomes first.
  const onTop = new Set([
    ...shortestWay('draft', 'closed', next),
    ...next('draft').filter((status) => !endStates.includes(status)),
  ])
  const byColumn = Map.groupBy(column.keys(), (status) => column.get(status)!)
  const nodes = [...byColumn].flatMap(([at, there]) => {
    const main = there.find((status) => onTop.has(status))
    const others = there
      .filter((status) => status !== main)
      .toSorted((a, b) => Number(endStates.includes(a)) - Number(endStates.includes(b)))
    return [
      ...(main ? [{ status: main, column: at, row: 0 }] : []),
      ...others.map((status, index) => ({ status, column: at, row: index + 1 })),
    ]
  })
  const lines = [...Map.groupBy(shiftMachine, ({ from, to }) => `${from} ${to}`)].map(([key, steps]) => ({
    from: steps[0]!.from,
    to: steps[0]!.to,
    steps,
    isBack: back.has(key),
  }))
  return {
    nodes,
    lines,
    columns: Math.max(...nodes.map((node) => node.column)) + 1,
    rows: Math.max(...nodes.map((node) => node.row)) + 1,
  }
}

function shortestWay(
  from: ShiftStatus,
  to: ShiftStatus,
  next: (status: ShiftStatus) => ShiftStatus[],
): ShiftStatus[] {
  const ways: ShiftStatus[][] = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    if (way.at(-1) === to) return way
    for (const status of next(way.at(-1)!))
      if (!seen.has(status)) {
        seen.add(status)
        ways.push([...way, status])
      }
  }
  return []
}
