import type { ReactNode } from 'react'
import { stateLook } from '#ui/states.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import { eventLabels, statusLabels } from '#features/shifts/rules.ts'
import { type Line, machineMap, type Placed } from './machine-map.ts'
import classes from './StateMachineDiagram.module.css'

const { nodes, lines, columns, rows } = machineMap()
const [STEP_X, STEP_Y, WIDTH, HEIGHT, TOP, LEFT] = [118, 104, 96, 48, 56, 8]
const size = {
  width: LEFT * 2 + (columns - 1) * STEP_X + WIDTH,
  height: TOP + (rows - 1) * STEP_Y + HEIGHT + 44,
}
const center = ({ column, row }: Placed) => ({
  x: LEFT + column * STEP_X + WIDTH / 2,
  y: TOP + row * STEP_Y + HEIGHT / 2,
})
const nodeOf = (status: ShiftStatus) => nodes.find((node) => node.status === status)!

/** The lifecycle of a shift by its rules (shiftMachine): choose a status, and the steps from it are highlighted. */
export function StateMachineDiagram({
  chosen,
  onChoose,
}: {
  chosen: ShiftStatus
  onChoose: (status: ShiftStatus) => void
}): ReactNode {
  const weak = lines.filter(({ from }) => from !== chosen)
  const strong = lines.filter(({ from }) => from === chosen)
  return (
    <>
      <p className={classes.instead}>The diagram needs a wider screen. The table below has the same steps.</p>
      <div className={classes.frame}>
        <svg
          className={classes.svg}
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="group" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- a drawing has no such tags
          aria-label={`Picture of ${nodes.length} statuses of a shift. The table below says the same.`}
        >
          <defs>
            <marker
              id="machine-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="10"
              markerHeight="10"
              orient="auto"
              markerUnits="userSpaceOnUse"
            >
              <path d="M0 0 8 4 0 8Z" fill="context-stroke" />
            </marker>
          </defs>
          <g aria-hidden>
            {[...weak, ...strong].map((line) => (
              <path
                key={`${line.from} ${line.to}`}
                className={classes.line}
                data-back={line.isBack || undefined}
                data-strong={line.from === chosen || undefined}
                d={pathOf(line).path}
                markerEnd="url(#machine-arrow)"
              />
            ))}
          </g>
          {nodes.map((node) => {
            const { hue } = stateLook(lookNames[node.status] ?? node.status)
            const { x, y } = center(node)
            const words = wrap(statusLabels[node.status])
            return (
              <g
                key={node.status}
                className={classes.state}
                role="button" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- a drawing has no such tags
                tabIndex={0}
                aria-pressed={node.status === chosen}
                aria-label={statusLabels[node.status]}
                onClick={() => onChoose(node.status)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return
                  event.preventDefault()
                  onChoose(node.status)
                }}
              >
                <rect
                  className={classes.box}
                  x={x - WIDTH / 2}
                  y={y - HEIGHT / 2}
                  width={WIDTH}
                  height={HEIGHT}
                  rx={8}
                  fill={`var(--pw-${hue}-tint)`}
                  stroke={node.status === chosen ? `var(--pw-${hue}-ink)` : `var(--pw-${hue}-edge)`}
                />
                <text className={classes.name} fill={`var(--pw-${hue}-ink)`}>
                  {words.map((word, index) => (
                    <tspan key={word} x={x} y={y + (index - (words.length - 1) / 2) * 16}>
                      {index < words.length - 1 ? `${word} ` : word}
                    </tspan>
                  ))}
                </text>
              </g>
            )
          })}
          <g aria-hidden>
            {strong.map((line) => {
              const { middle } = pathOf(line)
              return line.steps.map((step, index) => (
                <text key={step.event} className={classes.word} x={middle.x} y={middle.y + index * 15}>
                  {eventLabels[step.event]}
                </text>
              ))
            })}
          </g>
        </svg>
      </div>
    </>
  )
}

/** Statuses that use the look of another state. */
const lookNames: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'pending',
  countered: 'returned',
  postponed: 'paused',
  closed: 'locked',
}

function wrap(words: string): string[] {
  const [first = '', ...rest] = words.split(' ')
  return rest.length > 1 ? [`${first} ${rest[0]}`, rest.slice(1).join(' ')] : [first, ...rest]
}

/** A line between nodes: to the right as a curve, above what is in its row, back below. */
function pathOf({ from, to, isBack }: Line): { path: string; middle: { x: number; y: number } } {
  const [start, end] = [nodeOf(from), nodeOf(to)]
  const [a, b] = [center(start), center(end)]
  const half = WIDTH / 2
  if (isBack) {
    const dip = Math.max(a.y, b.y) + HEIGHT / 2 + 34
    return {
      path: `M${a.x - 12} ${a.y + HEIGHT / 2}C${a.x - 12} ${dip} ${b.x + 12} ${dip} ${b.x + 12} ${b.y + HEIGHT / 2 + 2}`,
      middle: { x: (a.x + b.x) / 2, y: dip - 6 },
    }
  }
  const isOverOthers =
    start.row === end.row &&
    nodes.some(({ row, column }) => row === start.row && column > start.column && column < end.column)
  if (isOverOthers) {
    const rise = a.y - HEIGHT / 2 - 40
    return {
      path: `M${a.x + 20} ${a.y - HEIGHT / 2}C${a.x + 30} ${rise} ${b.x - 30} ${rise} ${b.x - 20} ${b.y - HEIGHT / 2 - 2}`,
      middle: { x: (a.x + b.x) / 2, y: a.y - HEIGHT / 2 - 26 },
    }
  }
  const [left, right] = [a.x + half, b.x - half - 2]
  const bend = Math.max(14, (right - left) / 2)
  // There is no room for text between neighbors, so it is below them.
  const level = a.y === b.y ? a.y + HEIGHT / 2 + 14 : (a.y + b.y) / 2 - 4
  return {
    path: `M${left} ${a.y}C${left + bend} ${a.y} ${right - bend} ${b.y} ${right} ${b.y}`,
    middle: { x: (left + right) / 2, y: level },
  }
}
