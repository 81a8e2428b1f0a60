import { IconPoint } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { newestOnlyNotice } from './newest-only.ts'
import { RelativeTime } from './RelativeTime.tsx'
import { stateLook } from './states.ts'
import classes from './Timeline.module.css'

export interface TimelineEvent {
  id: string
  title: ReactNode
  /** Who did it. */
  by?: string
  /** ISO 8601. */
  at: string
  /** The reason or comment given. */
  note?: ReactNode
  /** Uses that state's icon and color. */
  state?: string
}

interface TimelineProps {
  events: readonly TimelineEvent[]
  label?: string
  /** The limit of the query: a list that reaches it says that only the newest are shown. */
  most?: number
}

/** What happened to something, in the caller's order. */
export function Timeline({ events, label = 'History', most }: TimelineProps) {
  const list = (
    <ol className={classes.list} aria-label={label}>
      {events.map(({ id, title, by, at, note, state }) => {
        const look = state ? stateLook(state) : undefined
        const Mark = look?.icon ?? IconPoint
        const hue = look?.hue ?? 'gray'
        return (
          <li key={id} className={classes.event}>
            <span
              className={classes.mark}
              style={{ color: `var(--pw-${hue}-ink)`, background: `var(--pw-${hue}-tint)` }}
            >
              <Mark size={14} stroke={2} aria-hidden />
            </span>
            <div className={classes.words}>
              <div className={classes.title}>{title}</div>
              <div className={classes.by}>
                {by && `${by}, `}
                <RelativeTime value={at} />
              </div>
              {note && <div className={classes.note}>{note}</div>}
            </div>
          </li>
        )
      })}
    </ol>
  )
  if (most === undefined || events.length < most) return list
  return (
    <>
      {list}
      <p className={classes.cut}>{newestOnlyNotice(most)}</p>
    </>
  )
}
