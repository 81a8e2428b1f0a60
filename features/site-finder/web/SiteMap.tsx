import { ActionIcon, Loader } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useElementSize } from '@mantine/hooks'
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import { geoPath } from 'd3-geo'
import { select } from 'd3-selection'
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { feature, mesh } from 'topojson-client'
import type { Origin } from '../contract.ts'
import { useAtlas } from '#platform/web/atlas.ts'
import {
  circleAround,
  type Cluster,
  clustersOf,
  isLocal,
  labelsOf,
  placed,
  type Point,
  projectionFor,
  shownBox,
} from './map-picture.ts'
import { siteFinder } from './queries.ts'
import classes from './SiteMap.module.css'

type SiteMapProps = {
  points: readonly Point[]
  origin: Origin | null
  /** Miles around the origin. */
  within: number | undefined
  selected: string | undefined
  onSelect: (id: string) => void
  /** The site highlighted by the list next to it; onPoint reports the one under the pointer here. */
  pointed: string | undefined
  onPoint: (id: string | undefined) => void
}

const HEIGHT = 420

/**
 * A map of the matching sites: land and water, city names, the search circle; one dot each, or a number where several are close together.
 */
export function SiteMap(props: SiteMapProps): ReactNode {
  const { points, origin, within, selected, onSelect, pointed, onPoint } = props
  const { ref, width } = useElementSize()
  const picture = useRef<SVGSVGElement>(null)
  const [view, setView] = useState(zoomIdentity)
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown>>(undefined)
  const local = isLocal(points, origin, within)
  const atlas = useAtlas(local)

  useEffect(() => {
    if (!picture.current || width === 0) return
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, 16])
      .translateExtent([
        [0, 0],
        [width, HEIGHT],
      ])
      // The mouse wheel scrolls the page unless Ctrl or Cmd is pressed.
      .filter((event: MouseEvent) =>
        event.type === 'wheel' ? event.ctrlKey || event.metaKey : !event.button,
      )
      .on('zoom', ({ transform }) => setView(transform))
    behavior.current = zooming
    const node = select(picture.current)
    node.call(zooming).call(zooming.transform, zoomIdentity)
    return () => void node.on('.zoom', null)
  }, [width])

  const { lines, states, circle, dots, center, projection, box } = useMemo(() => {
    const size = { width: Math.max(width, 1), height: HEIGHT }
    const flat = projectionFor(size, points, origin, within)
    const path = geoPath(flat)
    return {
      projection: flat,
      box: shownBox(flat, size),
      states: atlas && path(feature(atlas, atlas.objects.states)),
      lines:
        atlas &&
        path(
          mesh(
            atlas,
            local && atlas.objects.counties ? atlas.objects.counties : atlas.objects.states,
            (a, b) => a !== b,
          ),
        ),
      circle: origin && within !== undefined ? path(circleAround(origin, within)) : null,
      center: origin && flat([origin.longitude, origin.latitude]),
      dots: placed(flat, points),
    }
  }, [atlas, local, points, origin, width, within])

  const zoomBy = (factor: number): void => {
    const zooming = behavior.current
    if (picture.current && zooming) zooming.scaleBy(select(picture.current), factor)
  }
  const towns = useQuery({
    ...siteFinder.towns.queryOptions({ input: box }),
    enabled: width > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const labels = useMemo(
    () => labelsOf(projection, towns.data ?? [], { scale: view.k }),
    [projection, towns.data, view.k],
  )
  const clusters = useMemo(
    () => clustersOf(dots, view.k, new Set([selected, pointed].filter((id) => id !== undefined))),
    [dots, view.k, selected, pointed],
  )
  const chosen = dots.find(({ id }) => id === (pointed ?? selected))
  const open = (cluster: Cluster): void => {
    const zooming = behavior.current
    if (!picture.current || !zooming) return
    const node = select(picture.current)
    node.call(zooming.translateTo, cluster.x, cluster.y)
    zooming.scaleBy(node, 2.5)
  }

  return (
    <div ref={ref} className={classes.frame}>
      <svg
        ref={picture}
        className={classes.map}
        width={width || '100%'}
        height={HEIGHT}
        role="img"
        aria-label={`Map with ${formatNumber(dots.length)} of the sites found; the list names them`}
      >
        <g transform={view.toString()}>
          <path className={classes.land} d={states ?? undefined} />
          <path className={classes.borders} d={lines ?? undefined} style={{ strokeWidth: 0.7 / view.k }} />
          {circle && <path className={classes.circle} d={circle} style={{ strokeWidth: 1.5 / view.k }} />}
          {center && (
            <path
              className={classes.center}
              d={`M${center[0] - 7 / view.k},${center[1]}h${14 / view.k}M${center[0]},${center[1] - 7 / view.k}v${14 / view.k}`}
              style={{ strokeWidth: 2 / view.k }}
            />
          )}
          {labels.map(({ name, x, y }) => (
            <text
              key={`${name} ${x}`}
              className={classes.town}
              x={x}
              y={y}
              style={{ fontSize: 11 / view.k, strokeWidth: 3 / view.k }}
            >
              {name}
            </text>
          ))}
          {clusters.map((cluster) =>
            cluster.dots.length === 1 ? (
              <circle
                key={cluster.dots[0]!.id}
                className={classes.dot}
                cx={cluster.x}
                cy={cluster.y}
                r={6 / view.k}
                onClick={() => onSelect(cluster.dots[0]!.id)}
                onMouseEnter={() => onPoint(cluster.dots[0]!.id)}
                onMouseLeave={() => onPoint(undefined)}
              >
                <title>{cluster.dots[0]!.name}</title>
              </circle>
            ) : (
              <g key={cluster.dots[0]!.id} className={classes.cluster} onClick={() => open(cluster)}>
                <title>{`${formatNumber(cluster.dots.length)} sites: press to zoom in`}</title>
                <circle cx={cluster.x} cy={cluster.y} r={11 / view.k} />
                <text x={cluster.x} y={cluster.y} style={{ fontSize: 11 / view.k }} dy="0.35em">
                  {cluster.dots.length}
                </text>
              </g>
            ),
          )}
          {chosen && (
            <circle
              className={classes.chosen}
              cx={chosen.x}
              cy={chosen.y}
              r={8 / view.k}
              style={{ strokeWidth: 3 / view.k }}
            />
          )}
        </g>
      </svg>
      {!atlas && (
        <output className={classes.loading} aria-label="Loading the map">
          <Loader size="sm" />
        </output>
      )}
      <div className={classes.controls}>
        <ActionIcon variant="default" aria-label="Closer" onClick={() => zoomBy(1.8)}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Farther" onClick={() => zoomBy(1 / 1.8)}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Show all"
          disabled={view.k === 1}
          onClick={() => zoomBy(0.01)}
        >
          <IconZoomReset size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
