import { ActionIcon, Loader } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import { geoPath } from 'd3-geo'
import { select } from 'd3-selection'
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { feature, mesh } from 'topojson-client'
import type { Origin } from '../contract.ts'
import { useAtlas } from '#platform/web/atlas.ts'
import { circleAround, isLocal, placed, type Point, projectionFor } from './map-picture.ts'
import classes from './SiteMap.module.css'

type SiteMapProps = {
  points: readonly Point[]
  origin: Origin | null
  /** Miles around the origin. */
  within: number | undefined
  selected: string | undefined
  onSelect: (id: string) => void
}

const HEIGHT = 420

/** The sites found, where they lie: states, in closer view counties, the circle asked for, one dot each. */
export function SiteMap({ points, origin, within, selected, onSelect }: SiteMapProps): ReactNode {
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
      // The wheel belongs to the page unless a key says that the map is meant.
      .filter((event: MouseEvent) =>
        event.type === 'wheel' ? event.ctrlKey || event.metaKey : !event.button,
      )
      .on('zoom', ({ transform }) => setView(transform))
    behavior.current = zooming
    const node = select(picture.current)
    node.call(zooming).call(zooming.transform, zoomIdentity)
    return () => void node.on('.zoom', null)
  }, [width])

  const { lines, states, circle, dots, centre } = useMemo(() => {
    const size = { width: Math.max(width, 1), height: HEIGHT }
    const projection = projectionFor(size, points, origin, within)
    const path = geoPath(projection)
    return {
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
      centre: origin && projection([origin.longitude, origin.latitude]),
      dots: placed(projection, points),
    }
  }, [atlas, local, points, origin, width, within])

  const zoomBy = (factor: number): void => {
    const zooming = behavior.current
    if (picture.current && zooming) zooming.scaleBy(select(picture.current), factor)
  }
  const chosen = dots.find(({ id }) => id === selected)
  const radius = (dots.length > 400 ? 2.5 : 5) / view.k

  return (
    <div ref={ref} className={classes.frame}>
      <svg
        ref={picture}
        className={classes.map}
        width={width || '100%'}
        height={HEIGHT}
        role="img"
        aria-label={`Map with ${dots.length} of the sites found; the list names them`}
      >
        <g transform={view.toString()}>
          <path className={classes.land} d={states ?? undefined} />
          <path className={classes.borders} d={lines ?? undefined} style={{ strokeWidth: 0.7 / view.k }} />
          {circle && <path className={classes.circle} d={circle} style={{ strokeWidth: 1.5 / view.k }} />}
          {centre && (
            <path
              className={classes.centre}
              d={`M${centre[0] - 7 / view.k},${centre[1]}h${14 / view.k}M${centre[0]},${centre[1] - 7 / view.k}v${14 / view.k}`}
              style={{ strokeWidth: 2 / view.k }}
            />
          )}
          {dots.map(({ id, name, x, y }) => (
            <circle key={id} className={classes.dot} cx={x} cy={y} r={radius} onClick={() => onSelect(id)}>
              <title>{name}</title>
            </circle>
          ))}
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
      {!atlas && <Loader className={classes.loading} size="sm" aria-label="Loading the map" />}
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
