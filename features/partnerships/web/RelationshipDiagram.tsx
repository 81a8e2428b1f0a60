import { howMany } from '#core/number-text.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import type { Partnership, PartnershipState } from '../contract.ts'
import { agreementKindLabels, datesOf, nextStepText } from '../rules.ts'
import { type Arrow, cellSize, cut, mapOf, stepFrom } from './relationship-map.ts'
import classes from './RelationshipDiagram.module.css'

type PictureProps = { partnerships: readonly Partnership[]; onOpen: (id: string) => void }

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * A map of partnerships: schools as rows, organizations as columns, a mark where they meet, with a color and a shape for each state. One
 * mark has the focus; arrow keys move between marks, Enter opens one.
 */
export function RelationshipDiagram({ partnerships, onOpen }: PictureProps): ReactNode {
  const { schools, organizations, cells } = mapOf(partnerships)
  const [focused, setFocused] = useState(0)
  const [shown, setShown] = useState<number>()
  const svg = useRef<SVGSVGElement>(null)
  const size = cellSize(organizations.length)
  const left = 232
  const top = 152
  // Slanted names extend beyond the last column.
  const width = left + organizations.length * size + 84
  const height = top + schools.length * size + 8
  const at = Math.min(focused, cells.length - 1)
  const here = cells[shown ?? -1] ?? undefined

  function onKeyDown(event: KeyboardEvent, index: number): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onOpen(cells[index]!.partnership.id)
    } else if (arrows.includes(event.key)) {
      event.preventDefault()
      const next = stepFrom(cells, index, event.key as Arrow)
      setFocused(next)
      svg.current?.querySelectorAll<SVGGElement>('[data-cell]')[next]?.focus()
    }
  }

  return (
    <div className={classes.picture}>
      <div className={classes.scroll}>
        <svg
          ref={svg}
          role="group" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- a drawing has no such tags
          aria-label={`Picture of ${howMany(schools.length, 'school')} and ${howMany(organizations.length, 'organization')}. Use the arrow keys to move between marks.`}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className={classes.svg}
        >
          <g aria-hidden>
            {here && (
              <>
                <rect
                  className={classes.cross}
                  x={0}
                  y={top + here.school * size}
                  width={width - 84}
                  height={size}
                />
                <rect
                  className={classes.cross}
                  x={left + here.organization * size}
                  y={top}
                  width={size}
                  height={height - top - 8}
                />
              </>
            )}
            {schools.map((school, row) => (
              <g key={school.id}>
                <line
                  className={classes.line}
                  x1={0}
                  x2={width - 84}
                  y1={top + row * size}
                  y2={top + row * size}
                />
                <text
                  className={classes.name}
                  data-here={here?.school === row || undefined}
                  x={left - 8}
                  y={top + row * size + size / 2}
                  dominantBaseline="central"
                  textAnchor="end"
                >
                  <title>{school.name}</title>
                  {cut(school.name, 34)}
                </text>
              </g>
            ))}
            {organizations.map((organization, column) => (
              <g key={organization.id}>
                <line
                  className={classes.line}
                  x1={left + column * size}
                  x2={left + column * size}
                  y1={top}
                  y2={height - 8}
                />
                <text
                  className={classes.name}
                  data-here={here?.organization === column || undefined}
                  transform={`translate(${left + column * size + size / 2 + 2} ${top - 6}) rotate(-52)`}
                >
                  <title>{organization.name}</title>
                  {cut(organization.name, 27)}
                </text>
              </g>
            ))}
          </g>
          {cells.map(({ school, organization, partnership, others }, index) => (
            <g
              key={partnership.id}
              data-cell
              role="button" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- a drawing has no such tags
              tabIndex={index === at ? 0 : -1}
              aria-label={`${partnership.school_name} and ${partnership.organization_name}: ${stateLook(partnership.state).label}${partnership.effective_to ? `, ${datesOf(partnership)}` : ''}${others > 0 ? `, and ${others} earlier` : ''}`}
              className={classes.cell}
              transform={`translate(${left + organization * size} ${top + school * size})`}
              onClick={() => onOpen(partnership.id)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onFocus={() => {
                setFocused(index)
                setShown(index)
              }}
              onPointerEnter={() => setShown(index)}
            >
              <rect className={classes.hit} width={size} height={size} />
              <Shape state={partnership.state} size={size} />
            </g>
          ))}
        </svg>
      </div>
      <div className={classes.details} aria-live="polite">
        {here ? (
          <>
            <strong>
              {here.partnership.school_name} and {here.partnership.organization_name}
            </strong>
            <StateBadge state={here.partnership.state} />
            <span>
              {here.partnership.effective_to &&
                `${agreementKindLabels[here.partnership.agreement_kind]}, ${datesOf(here.partnership)}. `}
              {nextStepText(here.partnership)}
            </span>
          </>
        ) : (
          <span>Select a cell for details. Tab and the arrow keys move; Enter opens.</span>
        )}
      </div>
      <Legend states={[...new Set(cells.map(({ partnership }) => partnership.state))]} />
    </div>
  )
}

/** One shape for each kind of state, so that color is never the only cue. */
function Shape({ state, size }: { state: PartnershipState; size: number }): ReactNode {
  const { hue } = stateLook(state)
  const ink = `var(--pw-${hue}-ink)`
  const tint = `var(--pw-${hue}-tint)`
  const c = size / 2
  const r = size * 0.32
  const line = { stroke: ink, strokeWidth: size > 20 ? 2 : 1.5, fill: 'none' }
  switch (state) {
    case 'active':
      return <circle cx={c} cy={c} r={r} fill={ink} />
    case 'ending':
    case 'expiring':
      return (
        <>
          <circle cx={c} cy={c} r={r} {...line} fill={tint} />
          <path d={`M${c} ${c - r}A${r} ${r} 0 0 1 ${c} ${c + r}Z`} fill={ink} />
        </>
      )
    case 'suspended':
      return (
        <path
          d={`M${c - r * 0.55} ${c - r}V${c + r}M${c + r * 0.55} ${c - r}V${c + r}`}
          {...line}
          strokeWidth={size * 0.16}
        />
      )
    case 'requested':
    case 'under_review':
      return (
        <circle
          cx={c}
          cy={c}
          r={r}
          {...line}
          fill={tint}
          {...(state === 'requested' && { strokeDasharray: `${r * 0.6} ${r * 0.45}` })}
        />
      )
    case 'declined':
      return (
        <path
          d={`M${c - r * 0.8} ${c - r * 0.8}L${c + r * 0.8} ${c + r * 0.8}M${c + r * 0.8} ${c - r * 0.8}L${c - r * 0.8} ${c + r * 0.8}`}
          {...line}
        />
      )
    case 'terminated':
      return (
        <>
          <circle cx={c} cy={c} r={r} {...line} />
          <path d={`M${c - r * 0.7} ${c + r * 0.7}L${c + r * 0.7} ${c - r * 0.7}`} {...line} />
        </>
      )
    case 'expired':
      return <rect x={c - r * 0.85} y={c - r * 0.85} width={r * 1.7} height={r * 1.7} {...line} />
    default:
      return <circle cx={c} cy={c} r={size * 0.11} fill={ink} />
  }
}

function Legend({ states }: { states: PartnershipState[] }): ReactNode {
  return (
    <ul className={classes.legend} aria-label="What the marks mean">
      {states.map((state) => (
        <li key={state}>
          <svg width={22} height={22} aria-hidden>
            <Shape state={state} size={22} />
          </svg>
          {stateLook(state).label}
        </li>
      ))}
    </ul>
  )
}
