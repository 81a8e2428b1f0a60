import { RingProgress } from '@mantine/core'
import type { ReactNode } from 'react'
import { hoursWords } from '../rules.ts'
import classes from './Progress.module.css'

interface RingProps {
  label: string
  credited: number
  scheduled: number
  required: number | null
  isLarge?: boolean
}

/** A ring of credited and scheduled hours out of the required ones; the text next to it says the same. */
export function ProgressRing({ label, credited, scheduled, required, isLarge }: RingProps): ReactNode {
  const whole = Math.max(required ?? 0, credited + scheduled) || 1
  const share = required ? Math.min(100, Math.floor((credited / required) * 100)) : null
  return (
    <div className={classes.ring}>
      <RingProgress
        aria-hidden
        size={isLarge ? 132 : 72}
        thickness={isLarge ? 14 : 8}
        rootColor="var(--pw-sunken)"
        sections={[
          { value: (credited / whole) * 100, color: 'var(--pw-evergreen-solid)' },
          { value: (scheduled / whole) * 100, color: 'var(--pw-evergreen-edge)' },
        ]}
        label={share === null ? undefined : <span className={classes.share}>{share}%</span>}
      />
      <div>
        <strong>{label}</strong>
        <div className={classes.note}>
          {hoursWords(credited)} credited, {hoursWords(scheduled)} scheduled
          {required !== null && ` of ${hoursWords(required)}`}
        </div>
      </div>
    </div>
  )
}
