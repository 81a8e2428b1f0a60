import type { ReactNode } from 'react'
import { PageSection } from '#ui/PageSection.tsx'
import type { Choice, OwnOption } from '../contract.ts'
import classes from './RankRotations.module.css'
import { milesInWords } from './wishlist-words.ts'

const [WIDTH, HEIGHT, MARGIN] = [640, 280, 44]
const MILES_PER_DEGREE = 69

type Site = { key: string; name: string; x: number; y: number; ranks: number[] }

/** Where the sites of the options are to one another, with the number of the choice; the list says the same in words. */
export function OptionsMap({
  options,
  choices,
}: {
  options: readonly OwnOption[]
  choices: readonly Choice[]
}): ReactNode {
  const { sites, miles } = sitesOf(options, choices)
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
          : 'Sites as they lie to one another, north at the top. Numbers are your choices.'
      }
    >
      <svg
        className={classes.map}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-label={`Map: ${words.join('; ')}`}
        role="img"
      >
        {sites.map(({ key, name, x, y, ranks }) => (
          <g key={key}>
            <circle cx={x} cy={y} r={ranks.length > 0 ? 13 : 8} data-chosen={ranks.length > 0 || undefined} />
            {ranks.length > 0 && (
              <text x={x} y={y + 4} textAnchor="middle">
                {ranks.join(',')}
              </text>
            )}
            <text x={x} y={y + 28} textAnchor={x < 120 ? 'start' : x > WIDTH - 120 ? 'end' : 'middle'}>
              {name}
            </text>
          </g>
        ))}
        <line x1={12} y1={HEIGHT - 10} x2={12 + miles.width} y2={HEIGHT - 10} />
        <text x={16 + miles.width} y={HEIGHT - 6}>
          {milesInWords(miles.count)}
        </text>
      </svg>
    </PageSection>
  )
}

/** The sites with their place in the picture, and how wide a round number of miles is there. */
function sitesOf(options: readonly OwnOption[], choices: readonly Choice[]) {
  const found = new Map<string, { name: string; latitude: number; longitude: number; ranks: number[] }>()
  for (const option of options) {
    const { latitude, longitude } = option
    if (latitude === null || longitude === null) continue
    const key = `${latitude} ${longitude}`
    const site = found.get(key) ?? {
      name: option.place?.split(', ').at(-1) ?? option.name,
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
    (WIDTH - 2 * MARGIN) / Math.max(east - west, 0.02),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, 0.02),
  )
  const sites: Site[] = points.map(({ key, name, ranks, ...point }) => ({
    key,
    name,
    ranks,
    x: WIDTH / 2 + (point.east - (west + east) / 2) * scale,
    y: HEIGHT / 2 - (point.north - (south + north) / 2) * scale,
  }))
  const count =
    [1, 2, 5, 10, 25, 50, 100, 250].find((miles) => (miles / MILES_PER_DEGREE) * scale > 60) ?? 500
  return { sites, miles: { count, width: (count / MILES_PER_DEGREE) * scale } }
}
