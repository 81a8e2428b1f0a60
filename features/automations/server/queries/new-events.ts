import { type RawBuilder, sql } from 'kysely'
import type { RuleEvent } from '../../contract.ts'

/** The condition on `e`, a row of a shift's events, for each event. */
const events: Record<RuleEvent, RawBuilder<boolean>> = {
  shift_approved: sql`e.to_status = 'approved' and e.from_status <> 'approved' and e.event in ('approve', 'agree', 'accept_counter')`,
  shift_published: sql`e.event = 'publish'`,
  shift_completed: sql`e.event = 'complete'`,
  seat_freed: sql`e.event in ('seat_drop', 'seat_remove') and e.from_status = 'assigned'`,
}

/** The most events in one run; the rest go to the next. */
export const MAX_EVENTS = 500

/**
 * The events that rule `a` has not handled yet. Ids are assigned before a transaction
 * commits, so a lower id can appear later: handled events are known from the runs, and
 * by the last id only if it is older than any open transaction.
 */
export const newEvents: RawBuilder<string[]> = sql`array(select e.id::text from public.shift_events e
  where e.school_id = a.school_id and e.id > a.events_after and case a.event ${sql.join(
    Object.entries(events).map(([event, is]) => sql`when ${event} then ${is}`),
    sql` `,
  )} end and not exists (select from public.automation_runs r where r.rule_id = a.id and e.id = any (r.event_ids))
  order by e.id limit ${sql.lit(MAX_EVENTS)})`

/** The last event of a school that no open transaction can precede. */
export const lastSettled = (
  school: RawBuilder<string>,
): RawBuilder<number | null> => sql`(select e.id from public.shift_events e
  where e.school_id = ${school} and e.at < now() - interval '10 minutes' order by e.id desc limit 1)`

/** The last event of a school: a rule that is turned on handles only later ones. */
export const lastEvent = (
  school: string,
): RawBuilder<number | null> => sql`(select e.id from public.shift_events e
  where e.school_id = ${school}::uuid order by e.id desc limit 1)`
