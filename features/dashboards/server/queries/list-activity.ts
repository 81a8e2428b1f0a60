import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { activityEvents, type ActivityFact } from '../../rules.ts'

/** At most this many events are read: a term of drafts planned at once becomes one line. */
const LOOKED_AT = 500

/** The recent events on the shifts of a school, newest first; row-level security decides which events and which names are visible. */
export async function listActivity(tx: Tx, schoolId: string): Promise<ActivityFact[]> {
  return tx
    .selectFrom((from) =>
      from
        .selectFrom('shift_events')
        .select(['id', 'at', 'event', 'actor_id', 'actor_role', 'shift_id', 'student_id', 'school_id'])
        .where('school_id', '=', schoolId)
        .where('event', 'in', [...activityEvents])
        .orderBy('id', 'desc')
        .limit(LOOKED_AT)
        .as('e'),
    )
    .innerJoin('shifts as x', (on) =>
      on.onRef('x.id', '=', 'e.shift_id').onRef('x.school_id', '=', 'e.school_id'),
    )
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select([
      'e.id',
      'e.at',
      'e.event',
      'e.actor_role',
      sql<string | null>`case when e.actor_role <> 'student' then u.full_name end`.as('actor_name'),
      'e.shift_id',
      'e.student_id',
      'x.title',
      'x.specialty',
      'x.date',
    ])
    .orderBy('e.id', 'desc')
    .execute()
}
