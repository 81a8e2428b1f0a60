import { cutoffHours } from '../queries/cutoff-hours.ts'
import { notification } from '#core/notification-texts.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type Changed, notificationTexts } from '../../messages.ts'
import {
  dropCutoff,
  instructorsOf,
  leaderFields,
  movingFields,
  type PlanField,
  preceptorsOf,
} from '../../rules.ts'
import { namesOfLeaders } from '../queries/in-sql.ts'
import type { LockedShift } from '../queries/row-for-update.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import type { PlannedShift } from './plan-shift.ts'

/** The changed fields that people on a shift are notified about. */
const notifiedFields: readonly PlanField[] = [
  ...movingFields,
  ...leaderFields,
  'arrival_note',
  'title',
  'objectives',
  'break_min',
  'conference_min',
  'credited_hours_override',
]

/** Notifies people on a shift, people who requested a seat, and former leaders of what changed, before → after, and what they can do. */
export async function notifyOfChange(
  tx: Tx,
  shift: LockedShift,
  planned: PlannedShift,
  { changed, reason }: { changed: readonly PlanField[]; reason: string | null },
): Promise<void> {
  if (!changed.some((field) => notifiedFields.includes(field))) return
  const names = await namesOf(tx, shift, planned)
  const isMoved = changed.some((field) => movingFields.includes(field))
  const differs = <Value>(field: PlanField, value: Value): Value | null =>
    changed.includes(field) ? value : null
  const minutes = (of: { break_min: number; conference_min: number }) => ({
    break: of.break_min,
    conference: of.conference_min,
  })
  const values: Changed = {
    title: planned.title,
    before: factsOf(shift),
    after: factsOf(planned),
    isMoved,
    instructor:
      differs('proctor_id', [names.proctors_before, names.proctors_after]) ??
      differs('more_proctor_ids', [names.proctors_before, names.proctors_after]),
    preceptor:
      differs('preceptor_id', [names.preceptors_before, names.preceptors_after]) ??
      differs('more_preceptor_ids', [names.preceptors_before, names.preceptors_after]),
    titles: differs('title', [shift.title, planned.title]),
    minutes:
      differs('break_min', [minutes(shift), minutes(planned)]) ??
      differs('conference_min', [minutes(shift), minutes(planned)]),
    hours:
      names.credited_after === Number(shift.credited_hours)
        ? null
        : [Number(shift.credited_hours), names.credited_after],
    objectives: differs('objectives', planned.objectives),
    arrivalNote: differs('arrival_note', { text: planned.arrival_note }),
    reason,
  }
  const cutoff = names.drop_cutoff_at ?? dropCutoff(planned.starts_at, await cutoffHours(tx, shift.school_id))
  const left = notifyShift(
    tx,
    shift,
    { audience: 'left', type: 'shift_changed', key: `passed on ${shift.version}` },
    notification(notificationTexts, 'shift.passed_on', factsOf(shift)),
  )
  await Promise.all([left, notifyChanged(tx, shift, values, Date.parse(cutoff) > Date.now())])
}

const unchanged = {
  isMoved: false,
  instructor: null,
  preceptor: null,
  titles: null,
  minutes: null,
  hours: null,
  objectives: null,
  arrivalNote: null,
}
type Difference = Partial<Changed> & Pick<Changed, 'title' | 'before' | 'after' | 'reason'>

/**
 * Notifies people who requested a seat and people on the shift of what changed; the latter also read whether they may still drop their
 * seats.
 */
export async function notifyChanged(
  tx: Tx,
  shift: Pick<LockedShift, 'id'>,
  difference: Difference,
  mayDrop: boolean,
): Promise<void> {
  const values: Changed = { ...unchanged, ...difference }
  const type = 'shift_changed'
  const asked = notifyShift(
    tx,
    shift,
    { audience: 'asked', type },
    notification(notificationTexts, 'shift.request_of_yours_changed', values),
  )
  const seats = notifyShift(
    tx,
    shift,
    { audience: 'seats', type },
    notification(notificationTexts, 'shift.changed', { ...values, mayDrop }),
  )
  await Promise.all([asked, seats])
}

/** The names of these people in one text, or null if there are none. */
const names = (people: string[]) =>
  sql`nullif(array_to_string(${namesOfLeaders(sql`${people}::uuid[]`)}, ', '), '')`

async function namesOf(tx: Tx, shift: LockedShift, planned: PlannedShift) {
  const { rows } = await sql<{
    proctors_before: string | null
    proctors_after: string | null
    preceptors_before: string | null
    preceptors_after: string | null
    credited_after: number
    drop_cutoff_at: string | null
  }>`select ${names(instructorsOf(shift))} as proctors_before, ${names(instructorsOf(planned))} as proctors_after,
      ${names(preceptorsOf(shift))} as preceptors_before, ${names(preceptorsOf(planned))} as preceptors_after,
      x.credited_hours::float8 as credited_after, x.drop_cutoff_at
    from public.shifts x where x.id = ${shift.id}::uuid`.execute(tx)
  return rows[0]!
}
