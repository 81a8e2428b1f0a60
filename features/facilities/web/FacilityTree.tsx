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
import { placesOf, rowsOf, stepOf, type TreePlace, type TreeRow, visibleOf } from './tree-list.ts'
import classes from './FacilityTree.module.css'

const ROW = 40
/** Rows drawn above and below the window. */
const SPARE = 8

type FacilityTreeProps = {
  nodes: readonly TreeNode[]
  /** Narrows it to what fits and what lies above. */
  text?: string
  withArchived?: boolean
  /** The chosen place. */
  value: string | undefined
  onChange: (id: string) => void
  /** Enter, or a double click. */
  onOpen?: (place: TreePlace) => void
  label?: string
}

const icons = { organization: IconBuilding, site: IconBuildingHospital, unit: IconStethoscope }

/**
 * The hierarchy as a tree (WAI-ARIA): arrows, Home, End and letters go about in it, Enter opens. Only the rows in the window
 * are drawn, so that thousands of sites do not hold anything up.
 */
export function FacilityTree({
  nodes,
  text = '',
  withArchived = false,
  value,
  onChange,
  onOpen,
  label = 'Facilities',
}: FacilityTreeProps): ReactNode {
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ top: 0, height: 600 })
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const places = useMemo(() => placesOf(nodes), [nodes])
  const visible = useMemo(() => visibleOf(places, { text, withArchived }), [places, text, withArchived])
  const isSearch = text.trim() !== ''
  const roots = places.filter(({ parent }) => parent === -1).length
  const rows = useMemo(
    () =>
      rowsOf(
        places,
        ({ id, depth }) => turned.get(id) ?? (isSearch || (depth === 0 && roots <= 3)),
        visible?.shown,
      ),
    [places, turned, isSearch, roots, visible],
  )
  const at = rows.findIndex(({ place }) => place.id === value)

  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => setScroll({ top: element.scrollTop, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // What a search finds begins at its top; what was chosen comes into view.
  useEffect(() => {
    if (text.trim() !== '') box.current!.scrollTop = 0
  }, [text])
  useEffect(() => show(box.current!, at), [at])

  const turn = (place: TreePlace, open: boolean) => setTurned((before) => new Map(before).set(place.id, open))

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[at]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      onOpen?.(row.place)
      return
    }
    const step = stepOf(event.key, rows, at)
    if (!step) return
    event.preventDefault()
    if (step.expand !== undefined) turn(places[step.expand]!, true)
    if (step.collapse !== undefined) turn(places[step.collapse]!, false)
    if (step.to !== undefined) onChange(rows[step.to]!.place.id)
  }

  const first = Math.max(0, Math.floor(scroll.top / ROW) - SPARE)
  const last = Math.min(rows.length, Math.ceil((scroll.top + scroll.height) / ROW) + SPARE)
  const drawn = rows.slice(first, last).map((row, index) => ({ row, at: first + index }))
  // The chosen row is there even when it is scrolled away: assistive technology follows it.
  if (at !== -1 && (at < first || at >= last)) drawn.push({ row: rows[at]!, at })

  return (
    <div
      ref={box}
      className={classes.box}
      // As high as its rows, up to a part of the window.
      style={{ height: rows.length * ROW + 2 }}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at === -1 ? undefined : `${base}-${rows[at]!.place.at}`}
      onKeyDown={press}
      onScroll={({ currentTarget }) =>
        setScroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <div className={classes.inner} role="none" style={{ height: rows.length * ROW }}>
        {drawn.map(({ row, at: index }) => (
          <Row
            key={row.place.id}
            id={`${base}-${row.place.at}`}
            row={row}
            top={index * ROW}
            isChosen={index === at}
            onChoose={() => onChange(row.place.id)}
            onTurn={() => turn(row.place, !row.isExpanded)}
            onOpen={() => onOpen?.(row.place)}
          />
        ))}
      </div>
    </div>
  )
}

/** Scrolls as little as it takes to see a row. */
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
  const { place, hasChildren, isExpanded, position, size } = row
  const Mark = icons[place.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree itself has the focus and the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={place.depth + 1}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={hasChildren ? isExpanded : undefined}
      aria-selected={isChosen}
      data-current={isChosen || undefined}
      data-depth={place.depth}
      className={classes.row}
      style={{ top, paddingLeft: 8 + place.depth * 20 }}
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
      <span className={classes.icon}>
        <Mark size={18} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.name}>
        {place.name} <VisuallyHidden>({kindLabels[place.kind].toLowerCase()})</VisuallyHidden>
      </span>
      {place.status !== 'active' && <StateBadge state={place.status} />}
      <span className={classes.where}>{place.place}</span>
    </div>
  )
}
