import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import classes from './ChangesSince.module.css'
import { RelativeTime } from './RelativeTime.tsx'
import { formatFieldChange, type VersionChange, whoChanged } from './versions.ts'

interface ChangesSinceProps {
  /** The thing that was changed: "this shift". */
  what: string
  changes: readonly VersionChange[]
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
}

/** Shown when someone else saved first: who changed what, when and why, and what the reader can do now. */
export function ChangesSince({ what, changes, children, action }: ChangesSinceProps): ReactNode {
  const who = whoChanged(changes)
  return (
    <Banner
      kind="warning"
      live
      title={`${who} changed ${what} ${who === 'You' ? 'in another tab or window' : 'while you were editing'}.`}
      action={action}
    >
      <ChangeList changes={changes} />
      {children}
    </Banner>
  )
}

/** The changes, one per line: "Dana Lopez, 3 minutes ago: Start 7:00 AM → 8:00 AM". */
export function ChangeList({ changes }: Pick<ChangesSinceProps, 'changes'>): ReactNode {
  if (changes.length === 0) return null
  return (
    <ul className={classes.list} aria-label="What changed">
      {changes.map((change) => (
        <li key={`${change.version} ${change.at}`}>
          {change.is_me ? 'You' : (change.by ?? 'Placewell')}, <RelativeTime value={change.at} />
          {change.fields.length > 0 && `: ${change.fields.map(formatFieldChange).join(', ')}`}
          {change.reason && <q className={classes.reason}>{change.reason}</q>}
        </li>
      ))}
    </ul>
  )
}
