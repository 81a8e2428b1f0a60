import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { PageSection } from '#ui/PageSection.tsx'
import type { Choice, OwnOption } from '../contract.ts'
import classes from './RankRotations.module.css'
import { milesInWords } from './wishlist-words.ts'

const [MAX_WIDTH, MARGIN] = [640, 44]
const MILES_PER_DEGREE = 69

type Site = { key: string; name: string; x: number; y: number; ranks: number[] }

/** A map of the options' sites with the choice numbers; the list says the same in words. */
export function OptionsMap({
  options,
  choices,
}: {
  options: readonly OwnOption[]
  choices: readonly Choice[]
}): ReactNode {
  // Rendered at its actual width, because scaling down would make the text unreadable.
  const { ref, width: own } = useElementSize()
  const size = sizeOf(own || MAX_WIDTH)
  const { sites, miles } = sitesOf(options, choices, size)
  const { width, height } = size
  if (sites.length === 0) return null
  const words = sites.map(({ name, ranks }) =>
    ranks.length > 0 ? `${name} (choice ${ranks.join(', ')})` : name,
  )
  return (
    <PageSection
      title="Map"
      description={
        sites.length === 1
          ? 'All options with a known location are at one site.'
          : 'Sites by location, north at the top. Numbers are your choices.'
      }
    >
      <div ref={ref} className={classes.around}>
        <svg
          className={classes.map}
          viewBox={`0 0 ${width} ${height}`}
          aria-label={`Map: ${words.join('; ')}`}
          role="img"
        >
          {sites.map(({ key, name, x, y, ranks }, at) => (
            <g key={key}>
              <circle
                cx={x}
                cy={y}
                r={ranks.length > 0 ? 13 : 8}
                data-chosen={ranks.length > 0 || undefined}
              />
              {ranks.length > 0 && (
                <text x={x} y={y + 4} textAnchor="middle">
                  {ranks.join(',')}
                </text>
              )}
              {/* Alternately below and above, because neighboring names don't fit side by side on a phone. */}
              <text
                x={x < width / 3 ? 8 : x > (2 * width) / 3 ? width - 8 : x}
                y={at % 2 === 0 ? y + 28 : y - 18}
                textAnchor={x < width / 3 ? 'start' : x > (2 * width) / 3 ? 'end' : 'middle'}
              >
                {name}
              </text>
            </g>
          ))}
          <line x1={12} y1={height - 10} x2={12 + miles.width} y2={height - 10} />
          <text x={16 + miles.width} y={height - 6}>
            {milesInWords(miles.count)}
          </text>
        </svg>
      </div>
    </PageSection>
  )
}

const sizeOf = (width: number) => ({ width, height: Math.max(200, Math.round(width * 0.44)) })

/** The sites with their position on the map, and the width of a round number of miles. */
function sitesOf(
  options: readonly OwnOption[],
  choices: readonly Choice[],
  { width, height }: { width: number; height: number },
) {
  const found = new Map<string, { name: string; latitude: number; longitude: number; ranks: number[] }>()
  for (const option of options) {
    const { latitude, longitude } = option
    if (latitude === null || longitude === null) continue
    const key = `${latitude} ${longitude}`
    const site = found.get(key) ?? {
      name: option.location?.split(', ').at(-1) ?? option.name,
      latitude,
      longitude,
      ranks: [],
    }
    const at = choices.findIndex((choice) => choice.option_id === option.id)
    if (at >= 0) site.ranks = [...site.ranks, at + 1].toSorted((a, b) => a - b)
    found.set(key, site)
  }
  const all = [...found.entries()]
  const latitudes = all.map(([, site]) => site.latitude)
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2
  const narrow = Math.cos((middle * Math.PI) / 180)
  const points = all.map(([key, site]) => ({
    key,
    ...site,
    east: site.longitude * narrow,
    north: site.latitude,
  }))
  const [west, east] = [Math.min(...points.map((p) => p.east)), Math.max(...points.map((p) => p.east))]
  const [south, north] = [Math.min(...points.map((p) => p.north)), Math.max(...points.map((p) => p.north))]
  const scale = Math.min(
    (width - 2 * MARGIN) / Math.max(east - west, 0.02),
    (height - 2 * MARGIN) / Math.max(north - south, 0.02),
  )
  const sites: Site[] = points.map(({ key, name, ranks, ...point }) => ({
    key,
    name,
    ranks,
    x: width / 2 + (point.east - (west + east) / 2) * scale,
    y: height / 2 - (point.north - (south + north) / 2) * scale,
  }))
  const count =
    [1, 2, 5, 10, 25, 50, 100, 250].find((miles) => (miles / MILES_PER_DEGREE) * scale > 60) ?? 500
  return { sites, miles: { count, width: (count / MILES_PER_DEGREE) * scale } }
}
