import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SeatLimit } from '../contract.ts'
import { effectiveSeats } from '../rules.ts'
import classes from './SeatLimits.module.css'

/** Every limit on the seats of a shift, the one that bites first and marked as such. */
export function SeatLimits({ limits }: { limits: readonly SeatLimit[] }): ReactNode {
  const bites = effectiveSeats(limits)
  if (!bites) return null
  const others = limits.filter((limit) => limit !== bites).toSorted((a, b) => a.seats - b.seats)
  return (
    <section className={classes.limits} aria-label="What limits the seats">
      <Text size="sm" fw={600} c={bites.seats === 0 ? 'var(--pw-red-ink)' : undefined}>
        {bites.seats === 1 ? 'One seat: ' : `${bites.seats} seats: `}
        {bites.why}
      </Text>
      {others.length > 0 && (
        <ul className={classes.others}>
          {others.map((limit) => (
            <li key={`${limit.limit_name} ${limit.seats} ${limit.why}`}>
              <b>{limit.seats}</b>
              <span>{limit.why}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
