import { VisuallyHidden } from '@mantine/core'
import { IconBuilding, IconBuildingHospital, IconChevronRight, IconStethoscope } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { TreeNode } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import {
  missingParts,
  rowsOf,
  keyActionOf,
  type TreeLevels,
  type TreePart,
  type TreeRow,
} from './tree-list.ts'
import classes from './FacilityTree.module.css'

const ROW = 40
/** Rows rendered above and below the window. */
const SPARE = 8
const NONE: ReadonlySet<string> = new Set()

type FacilityTreeProps = {
  levels: TreeLevels
  /** The nodes that are expanded until the user collapses them: all, or these. */
  open?: 'all' | ReadonlySet<string>
  /** The id of the chosen facility. */
  value: string | undefined
  onChange: (id: string) => void
  /** Called on Enter or a double click. */
  onOpen?: (facility: TreeNode) => void
  /** Called with the visible parts that aren't loaded yet. */
  onMissing?: (parts: readonly TreePart[]) => void
  label?: string
}

const icons = { organization: IconBuilding, site: IconBuildingHospital, unit: IconStethoscope }
const keyOf = ({ node, parent, index }: TreeRow): string => node?.id ?? `${parent}-${index}`
type HeadedRow = Pick<TreeRow, 'parent' | 'index'>

/**
 * The hierarchy as a tree (WAI-ARIA): arrows, Home, End and letters move in it, Enter opens. Renders only the visible rows and loads only
 * their data, so that thousands of sites stay fast.
 */
export function FacilityTree({
  levels,
  open = NONE,
  value,
  onChange,
  onOpen,
  onMissing,
  label = 'Facilities',
}: FacilityTreeProps): ReactNode {
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ top: 0, height: 600 })
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  // The row a key moved to before it was loaded: it is chosen as soon as it loads.
  const [headed, setHeaded] = useState<HeadedRow>()
  const roots = levels.get('')?.size ?? 0
  const rows = useMemo(
    () =>
      rowsOf(
        levels,
        ({ id }, depth) => turned.get(id) ?? (open === 'all' || open.has(id) || (depth === 0 && roots <= 3)),
      ),
    [levels, turned, open, roots],
  )
  const at = rows.findIndex((row) =>
    headed ? row.parent === headed.parent && row.index === headed.index : row.node?.id === value,
  )
  const arrived = headed && rows[at]?.node?.id

  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => setScroll({ top: element.scrollTop, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const current = at === -1 ? undefined : keyOf(rows[at]!)
  // Scrolls the chosen row into view; opening nodes above it later does not scroll.
  useEffect(() => {
    if (current !== undefined) show(box.current!, at)
    // oxlint-disable-next-line react/exhaustive-deps -- said above
  }, [current])
  useEffect(() => {
    if (arrived === undefined) return
    setHeaded(undefined)
    onChange(arrived)
  }, [arrived, onChange])

  const turn = (id: string, isOpen: boolean) => setTurned((before) => new Map(before).set(id, isOpen))
  const choose = (row: TreeRow): void => {
    setHeaded(row.node ? undefined : row)
    if (row.node) onChange(row.node.id)
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const node = rows[at]?.node
    if (event.key === 'Enter' && node) {
      event.preventDefault()
      onOpen?.(node)
      return
    }
    const step = keyActionOf(event.key, rows, at)
    if (!step) return
    event.preventDefault()
    if (step.expand !== undefined) turn(step.expand, true)
    if (step.collapse !== undefined) turn(step.collapse, false)
    if (step.to !== undefined) choose(rows[step.to]!)
  }

  const first = Math.max(0, Math.floor(scroll.top / ROW) - SPARE)
  const last = Math.min(rows.length, Math.ceil((scroll.top + scroll.height) / ROW) + SPARE)
  const rendered = rows.slice(first, last).map((row, index) => ({ row, at: first + index }))
  // Renders the chosen row even when it is scrolled out of view, because assistive technology follows it.
  if (at !== -1 && (at < first || at >= last)) rendered.push({ row: rows[at]!, at })
  const missing = missingParts(rendered.map(({ row }) => row))
  useEffect(() => {
    if (missing.length > 0) onMissing?.(missing)
  })

  return (
    <div
      ref={box}
      className={classes.box}
      // As high as its rows, up to a maximum.
      style={{ height: rows.length * ROW + 2 }}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={current && `${base}-${current}`}
      onKeyDown={press}
      onScroll={({ currentTarget }) =>
        setScroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <div className={classes.inner} role="none" style={{ height: rows.length * ROW }}>
        {rendered.map(({ row, at: index }) => (
          <Row
            key={keyOf(row)}
            id={`${base}-${keyOf(row)}`}
            row={row}
            top={index * ROW}
            isChosen={index === at}
            onChoose={() => choose(row)}
            onTurn={() => row.node && turn(row.node.id, !row.isExpanded)}
            onOpen={() => row.node && onOpen?.(row.node)}
          />
        ))}
      </div>
    </div>
  )
}

/** Scrolls just far enough to show a row. */
function show(box: HTMLElement, at: number): void {
  if (at === -1) return
  if (at * ROW < box.scrollTop) box.scrollTop = at * ROW
  else if ((at + 1) * ROW > box.scrollTop + box.clientHeight)
    box.scrollTop = (at + 1) * ROW - box.clientHeight
}

type RowProps = {
  id: string
  row: TreeRow
  top: number
  isChosen: boolean
  onChoose: () => void
  onTurn: () => void
  onOpen: () => void
}

function Row({ id, row, top, isChosen, onChoose, onTurn, onOpen }: RowProps): ReactNode {
  const { node, depth, hasChildren, isExpanded, index, size } = row
  const Mark = node && icons[node.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree itself has the focus and the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={index + 1}
      aria-setsize={size}
      aria-expanded={hasChildren ? isExpanded : undefined}
      aria-selected={isChosen}
      data-current={isChosen || undefined}
      data-depth={depth}
      className={classes.row}
      style={{ top, paddingLeft: 8 + depth * 20 }}
      onClick={onChoose}
      onDoubleClick={onOpen}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow right and left do the same */}
      <span
        className={classes.twist}
        onClick={(event) => {
          if (!hasChildren) return
          event.stopPropagation()
          onTurn()
        }}
      >
        {hasChildren && <IconChevronRight size={16} aria-hidden />}
      </span>
      {node && Mark ? (
        <>
          <span className={classes.icon}>
            <Mark size={18} stroke={1.6} aria-hidden />
          </span>
          <span className={classes.name}>
            {node.name} <VisuallyHidden>({kindLabels[node.kind].toLowerCase()})</VisuallyHidden>
          </span>
          {node.status !== 'active' && <StateBadge state={node.status} />}
          <span className={classes.where}>{node.town}</span>
        </>
      ) : (
        <span className={classes.coming}>Loading…</span>
      )}
    </div>
  )
}
