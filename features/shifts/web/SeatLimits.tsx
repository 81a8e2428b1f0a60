import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SeatLimit } from '../contract.ts'
import { effectiveSeats, roomBlocker } from '../rules.ts'
import classes from './SeatLimits.module.css'

interface SeatLimitsProps {
  limits: readonly SeatLimit[]
  /** The number of seats to approve or propose; limits that refuse it come first, with what would work. */
  wanted?: { seats: number; verb: string }
}

/** Every limit on the seats of a shift, smallest first, each with a link to its rule; then the rules that don't apply. */
export function SeatLimits({ limits, wanted }: SeatLimitsProps): ReactNode {
  const decides = effectiveSeats(limits)
  if (!decides) return null
  const refusal = wanted && roomBlocker(limits, wanted.seats, wanted.verb)
  // True if more seats are planned than the instructors may supervise; the planner then reads how to raise the limit.
  const isShort =
    !wanted &&
    decides.way_out !== undefined &&
    limits.some(({ limit_name: name, seats }) => name === 'shift' && seats > decides.seats)
  const others = limits
    .filter((limit) => (refusal ? !refusal.includes(limit.why) : limit !== decides))
    .toSorted((a, b) => Number(b.applies) - Number(a.applies) || a.seats - b.seats)
  return (
    <section className={classes.limits} aria-label="Limits and rules">
      {refusal ? (
        <Text component="output" display="block" size="sm" fw={600} c="var(--pw-red-ink)">
          {refusal}
        </Text>
      ) : (
        <Text size="sm" fw={600} c={decides.seats === 0 ? 'var(--pw-red-ink)' : undefined}>
          {/* The plan's own number names it. */}
          {decides.limit_name !== 'shift' && (decides.seats === 1 ? '1 seat: ' : `${decides.seats} seats: `)}
          <Rule limit={decides} />
        </Text>
      )}
      {isShort && <Text size="sm">{decides.way_out}</Text>}
      {others.length > 0 && (
        <ul className={classes.others}>
          {others.map((limit) => (
            <li key={`${limit.limit_name} ${limit.seats} ${limit.why}`}>
              {limit.applies ? <b>{limit.seats}</b> : <span aria-hidden>–</span>}
              <span>
                <Rule limit={limit} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Rule({ limit }: { limit: SeatLimit }): ReactNode {
  return (
    <>
      {limit.why}
      {limit.source_url && (
        <>
          {' '}
          <Anchor inherit href={limit.source_url} target="_blank" rel="noreferrer">
            Read the rule
          </Anchor>
        </>
      )}
    </>
  )
}
