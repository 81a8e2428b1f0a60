import { ActionIcon } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { geoCircle, geoMercator, geoPath } from 'd3-geo'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useState } from 'react'
import { mesh } from 'topojson-client'
import { formatNumber } from '#core/number-text.ts'
import { useAtlas } from '#platform/web/atlas.ts'
import { type Coordinates, coordinatesText, movedBy } from '../rules.ts'
import classes from './PinMap.module.css'

const HEIGHT = 280
const METERS_PER_DEGREE = 111_320
/** How many meters the map shows from edge to edge, closest first. */
const WIDTHS = [800, 2_000, 6_000, 20_000, 80_000, 300_000] as const

type PinMapProps = {
  pin: Coordinates
  /** Its location before it is moved. */
  before: Coordinates | null
  radiusM: number
  /** Moves the pin with a click on the map or the arrow keys. Without it, the map is only a picture. */
  onMove?: ((to: Coordinates) => void) | undefined
}

/** A site's pin, the circle to check in within, and the county lines around it; rendered here without an external map service. */
export function PinMap({ pin, before, radiusM, onMove }: PinMapProps): ReactNode {
  const { ref, width } = useElementSize()
  const [zoom, setZoom] = useState(1)
  // The map stays centered where it started while the pin moves; it follows when the pin reaches its edge.
  const [center, setCenter] = useState(pin)
  const atlas = useAtlas(true)
  const across = WIDTHS[zoom]!
  const projection = useMemo(() => {
    const degrees = across / METERS_PER_DEGREE / Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180))
    return geoMercator()
      .center([center.longitude, center.latitude])
      .scale(((Math.max(width, 1) / degrees) * 180) / Math.PI)
      .translate([width / 2, HEIGHT / 2])
      .clipExtent([
        [-20, -20],
        [width + 20, HEIGHT + 20],
      ])
  }, [across, center, width])
  const lines = useMemo(
    () => atlas && geoPath(projection)(mesh(atlas, atlas.objects.counties ?? atlas.objects.states)),
    [atlas, projection],
  )
  const circle = (at: Coordinates) =>
    geoPath(projection)(
      geoCircle()
        .center([at.longitude, at.latitude])
        .radius(radiusM / METERS_PER_DEGREE)(),
    ) ?? undefined
  const spot = projection([pin.longitude, pin.latitude])

  function move(to: Coordinates): void {
    onMove?.(to)
    const at = projection([to.longitude, to.latitude])
    const isNearEdge = !at || at[0] < 24 || at[0] > width - 24 || at[1] < 24 || at[1] > HEIGHT - 24
    if (isNearEdge) setCenter(to)
  }
  function press(event: MouseEvent<HTMLButtonElement>): void {
    // A key press has no position on the map.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const at = projection.invert?.([event.clientX - box.left, event.clientY - box.top])
    if (at) move({ longitude: at[0], latitude: at[1] })
  }
  function step(event: KeyboardEvent): void {
    const meters = across / (event.shiftKey ? 10 : 80)
    const [north, east] = arrows[event.key] ?? [0, 0]
    if (north === 0 && east === 0) return
    event.preventDefault()
    move(movedBy(pin, north * meters, east * meters))
  }

  const bar = scaleBar(across, width)
  return (
    <div ref={ref} className={classes.frame}>
      <svg
        className={classes.map}
        width={width || '100%'}
        height={HEIGHT}
        role="img"
        aria-label={`Map of the check-in location, ${coordinatesText(pin)}`}
      >
        <path className={classes.land} d={lines ?? undefined} />
        {before && <path className={classes.before} d={circle(before)} />}
        <path className={classes.fence} d={circle(pin)} />
        {spot && <circle className={classes.pin} cx={spot[0]} cy={spot[1]} r={7} />}
        <path className={classes.scale} d={`M12,${HEIGHT - 14}h${bar.pixels}`} />
        <text className={classes.words} x={12} y={HEIGHT - 20}>
          {bar.words}
        </text>
      </svg>
      {onMove && (
        <button
          type="button"
          className={classes.board}
          aria-label="Move the pin: press on the map, or use the arrow keys, farther with Shift"
          onClick={press}
          onKeyDown={step}
        />
      )}
      <div className={classes.controls}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Closer"
          disabled={zoom === 0}
          onClick={() => zoomTo(zoom - 1)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Farther"
          disabled={zoom === WIDTHS.length - 1}
          onClick={() => zoomTo(zoom + 1)}
        >
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )

  function zoomTo(next: number): void {
    setZoom(next)
    setCenter(pin)
  }
}

const arrows: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** A scale bar of a round length, about a fifth of the map. */
function scaleBar(across: number, width: number): { pixels: number; words: string } {
  const [unit, meters] = across / 5 >= 1609.344 ? ['mi', 1609.344] : ['ft', 0.3048]
  const wanted = across / 5 / meters
  const power = 10 ** Math.floor(Math.log10(wanted))
  const length = [5, 2, 1].map((count) => count * power).find((some) => some <= wanted)!
  return { pixels: ((length * meters) / across) * width, words: `${formatNumber(length)} ${unit}` }
}
