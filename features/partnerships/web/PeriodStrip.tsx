import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, diffDays, formatDate } from '#core/plain-date.ts'
import { Link } from '#ui/Link.tsx'
import { stateLook } from '#ui/states.ts'
import type { Partnership } from '../contract.ts'
import { datesOf } from '../rules.ts'
import classes from './PeriodStrip.module.css'

/** Maximum number of agreements rendered. */
const SHOWN = 30

type PeriodStripProps = {
  all: readonly Partnership[]
  /** YYYY-MM-DD. */
  today: string
  hrefOf: (partnership: Partnership) => string
}

/** Agreements as bars over three years with today marked, so that overlaps, ends and gaps are visible. */
export function PeriodStrip({ all, today, hrefOf }: PeriodStripProps): ReactNode {
  const start = `${Number(today.slice(0, 4)) - 1}-07-01`
  const end = addDays(start, 365 * 3)
  const days = diffDays(start, end)
  const at = (day: string) => (Math.min(days, Math.max(0, diffDays(start, day))) / days) * 100
  const dated = all
    .filter(
      (row) =>
        row.effective_from && row.effective_to && row.effective_to >= start && row.effective_from <= end,
    )
    .toSorted((a, b) => a.effective_to!.localeCompare(b.effective_to!))
  const years = [1, 2, 3]
    .map((later) => `${Number(start.slice(0, 4)) + later}-01-01`)
    .filter((day) => day < end)
  if (dated.length === 0) return null
  return (
    <div className={classes.strip}>
      <div className={classes.scale} aria-hidden>
        {years.map((day) => (
          <span key={day} style={{ insetInlineStart: `${at(day)}%` }}>
            {day.slice(0, 4)}
          </span>
        ))}
      </div>
      <ul className={classes.rows} aria-label="Agreement periods">
        {dated.slice(0, SHOWN).map((row) => {
          const look = stateLook(row.state)
          const Mark = look.icon
          return (
            <li key={row.id}>
              <Link href={hrefOf(row)} className={classes.name}>
                <Mark size={14} aria-hidden style={{ color: `var(--pw-${look.hue}-ink)`, flex: 'none' }} />
                <span>{row.organization_name}</span>
                <small>
                  {look.label}, {datesOf(row)}
                </small>
              </Link>
              <div className={classes.track} aria-hidden>
                <i
                  className={classes.bar}
                  title={`${look.label}: ${datesOf(row)}`}
                  style={{
                    insetInlineStart: `${at(row.effective_from!)}%`,
                    width: `${Math.max(0.6, at(row.ends_on ?? row.effective_to!) - at(row.effective_from!))}%`,
                    background: `var(--pw-${look.hue}-tint)`,
                    borderColor: `var(--pw-${look.hue}-ink)`,
                  }}
                />
                <i
                  className={classes.today}
                  title={`Today, ${formatDate(today)}`}
                  style={{ insetInlineStart: `${at(today)}%` }}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {dated.length > SHOWN && (
        <p className={classes.rest}>
          {`The ${SHOWN} that end first, of ${formatNumber(dated.length)}. The list has them all.`}
        </p>
      )}
    </div>
  )
}
