import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Joined = { schoolId: string; studentId: string; cohortName: string; invitedBy: string | null }

/**
 * As the sign-in login, by the link of an invitation that someone has just accepted: puts the student into the cohort that it names, where
 * there is one of that name or code that is not over, and the student is in none yet. Accepting never fails because of it.
 */
export async function joinNamedCohort(
  tx: Tx,
  { schoolId, studentId, cohortName, invitedBy }: Joined,
): Promise<void> {
  const named = sql<string>`lower(btrim(${cohortName}))`
  const cohort = await tx
    .selectFrom('cohorts')
    .where('school_id', '=', schoolId)
    .where('status', 'not in', ['graduated', 'archived'])
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['name']), '=', named), eb(eb.fn('lower', ['code']), '=', named)]),
    )
    .orderBy((eb) => eb(eb.fn('lower', ['name']), '=', named), 'desc')
    .orderBy('start_date', 'desc')
    .select('id')
    .executeTakeFirst()
  if (!cohort) return
  await tx
    .insertInto('cohort_memberships')
    .values({
      cohort_id: cohort.id,
      school_id: schoolId,
      student_id: studentId,
      from_date: sql<string>`(select (now() at time zone s.time_zone)::date from public.schools s where s.id = ${schoolId})`,
      created_by: invitedBy,
    })
    // One cohort at a time: a constraint, whichever they are in.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
