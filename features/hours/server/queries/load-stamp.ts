import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { Made } from '../../rules.ts'

/** Who asks for a file, when, and for which school: the student's, the given one, or the current one. */
export async function loadStamp(
  tx: Tx,
  me: Pick<Viewer, 'userId' | 'realUserId'>,
  of: { school: string | null } | { student: string },
): Promise<Made> {
  const school = 'school' in of ? of.school : null
  const student = 'student' in of ? of.student : null
  const { rows } = await sql<Omit<Made, 'by_support'>>`
    select u.full_name as by, coalesce(c.name, 'Not chosen') as school_name, coalesce(c.time_zone, 'America/New_York') as time_zone, now() as at
    from public.users u left join public.schools c on c.id = coalesce(${school}::uuid,
      (select s.linked_school_id from public.users s where s.id = ${student}::uuid), app.selected_school_id())
    where u.id = ${me.userId}::uuid`.execute(tx)
  return { ...rows[0]!, by_support: me.realUserId !== me.userId }
}
