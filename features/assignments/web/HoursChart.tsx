import { specialtyName } from '#core/specialties.ts'
import type { ReactNode } from 'react'
import { noneRequiredWords } from '#features/hours/rules.ts'
import type { Progress } from '../contract.ts'
import { hoursNotScheduled, sharesOf } from '../rules.ts'
import classes from './HoursChart.module.css'

type Hours = Pick<
  Progress,
  'hours_done' | 'hours_scheduled' | 'hours_required' | 'hours_to_make_up' | 'by_specialty'
> & { /** If they are the reader's own. */ isOwn: boolean; isInCohort: boolean }

const inHours = (hours: number): ReactNode => <strong>{hours} h</strong>

/** A chart of hours done, scheduled and required, in total and by specialty, with the same content as text. */
export function HoursChart({ hours }: { hours: Hours }): ReactNode {
  const { hours_done: done, hours_scheduled: scheduled, hours_required: required } = hours
  const left = hoursNotScheduled(hours)
  return (
    <div className={classes.root}>
      <p className={classes.words}>
        {inHours(done)} done, {inHours(scheduled)} scheduled
        {required !== null && <> of {inHours(required)} required</>}
        {left > 0 && (
          <>
            , {inHours(left)} not scheduled yet
            {left > hoursNotScheduled({ ...hours, by_specialty: [] }) &&
              ': each specialty needs its own hours'}
          </>
        )}
        {hours.hours_to_make_up > 0 && <>, {inHours(hours.hours_to_make_up)} to make up</>}
      </p>
      <Bar hours={hours} isTall />
      {required === null && <p className={classes.note}>{noneRequiredWords(hours)}</p>}
      {hours.by_specialty.length > 0 && (
        <ul className={classes.list}>
          {hours.by_specialty.map((part) => (
            <li key={part.specialty}>
              <span>{specialtyName(part.specialty)}</span>
              <Bar hours={part} />
              <span className={classes.figure}>
                {part.hours_done} + {part.hours_scheduled}
                {part.hours_required !== null && ` of ${part.hours_required}`} h
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.legend} aria-hidden>
        <i data-part="done" /> done <i data-part="scheduled" /> scheduled
      </p>
    </div>
  )
}

function Bar({ hours, isTall }: { hours: Parameters<typeof sharesOf>[0]; isTall?: boolean }): ReactNode {
  const { done, scheduled } = sharesOf(hours)
  return (
    <div className={classes.bar} data-tall={isTall || undefined} aria-hidden>
      <i data-part="done" style={{ width: `${done}%` }} />
      <i data-part="scheduled" style={{ width: `${scheduled}%` }} />
    </div>
  )
}
