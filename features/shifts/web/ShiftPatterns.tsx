import { clockRange } from '#core/clock-time.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UnitOfFacility } from '../contract.ts'
import { hoursOf } from './shift-form.ts'
import classes from './ShiftPatterns.module.css'

/** The hours of a unit's shift pattern; `rest` is the unpaid break in minutes. */
export type Hours = { start: string; end: string; rest: number }

interface ShiftPatternsProps {
  unit: Pick<UnitOfFacility, 'shift_patterns'> | undefined
  start: string
  end: string
  onChoose: (hours: Hours) => void
}

/** A unit's shift patterns, to choose instead of typing hours; renders nothing if it has none. */
export function ShiftPatterns({ unit, start, end, onChoose }: ShiftPatternsProps): ReactNode {
  const patterns = unit ? hoursOf(unit) : []
  if (patterns.length === 0) return null
  return (
    <fieldset className={classes.patterns} aria-label="Shifts of this unit">
      {patterns.map(({ name, ...hours }) => {
        const isChosen = hours.start === start && hours.end === end
        return (
          <Button
            key={name}
            size="compact-sm"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChoose(hours)}
          >
            {`${name} ${clockRange(hours.start, hours.end)}`}
          </Button>
        )
      })}
    </fieldset>
  )
}
