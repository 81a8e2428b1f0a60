import { specialtyLabels } from '#core/specialties.ts'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { isLedBy, leaderNames } from '#features/shifts/rules.ts'
import { hoursWords, nameOf, facilityLabel, zoneWords } from '#features/shifts/web/public.ts'
import { Link } from '#ui/Link.tsx'
import classes from './ShiftCard.module.css'
import { onOwnClock } from './when.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'
import type { StudentShift } from '../contract.ts'

type ShiftCardProps = {
  shift: StudentShift | ShiftRow
  badge?: ReactNode
  /** Shown next to unit and instructor: "7.5 h". */
  facts?: ReactNode
  /** Notes and actions. */
  children?: ReactNode
}

/** A shift as a student or instructor scans for it: the day first, then when, where and with whom. */
export function ShiftCard({ shift, badge, facts, children }: ShiftCardProps): ReactNode {
  const me = useMe()
  const own = onOwnClock(shift)
  const [weekday = '', day = ''] = formatDate(shift.date, 'weekday').split(', ')
  const [month, number] = day.split(' ')
  return (
    <article className={classes.card} data-off={shift.status === 'cancelled' || undefined}>
      <time dateTime={shift.date} className={classes.day}>
        <span>{weekday}</span>
        <strong>{number}</strong>
        <span>{month}</span>
      </time>
      <div className={classes.body}>
        <div className={classes.head}>
          <h3 className={classes.title}>
            <Link href={`/shift/${shift.id}`} className={classes.link}>
              {nameOf(shift)}
            </Link>
          </h3>
          {badge}
        </div>
        <p className={classes.when}>
          {hoursWords(shift, own ? zoneWords(shift.time_zone, shift.starts_at) : undefined)}
        </p>
        {own && <p className={classes.facts}>{own} where you are</p>}
        <p className={classes.facts}>
          {factsOf(shift, me.id).join(' · ')}
          {facts && <> · {facts}</>}
        </p>
        {children && <div className={classes.more}>{children}</div>}
      </div>
    </article>
  )
}

/** Where, what and with whom, without what the title already says or the reader's own name. */
function factsOf(shift: StudentShift | ShiftRow, reader: string): string[] {
  const title = nameOf(shift)
  const unit = shift.unit_name === title ? { ...shift, unit_name: null } : shift
  const unitLabel = unit.unit_name ? facilityLabel(unit) : (shift.site_name ?? facilityLabel(shift))
  const who = leaderNames(shift) ?? 'Instructor to be named'
  const isOwn = 'proctor_id' in shift && isLedBy(shift, reader)
  return [unitLabel, specialtyLabels[shift.specialty], ...(isOwn ? [] : [who])].filter(
    (fact) => fact !== title,
  )
}

/** A vertical list of cards. */
export function ShiftCards({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <ul className={classes.cards} aria-label={label}>
      {children}
    </ul>
  )
}
