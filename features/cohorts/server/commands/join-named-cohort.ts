import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Joined = { schoolId: string; studentId: string; cohortName: string; invitedBy: string | null }

/**
 * As the sign-in login, by the link of an invitation that was just accepted: adds the
 * student to the cohort that it names, if one has or had that name or code and is not over,
 * and the student is in none yet. Accepting never fails because of this.
 */
export async function joinNamedCohort(
  tx: Tx,
  { schoolId, studentId, cohortName, invitedBy }: Joined,
): Promise<void> {
  const named = sql<string>`lower(btrim(${cohortName}))`
  const today = sql<string>`(select (now() at time zone s.time_zone)::date from public.schools s where s.id = ${schoolId})`
  await tx
    .insertInto('cohort_memberships')
    .columns(['cohort_id', 'school_id', 'student_id', 'from_date', 'created_by'])
    // In one statement, so that a cohort that is over by then is not joined.
    .expression(
      tx
        .selectFrom('cohorts')
        .where('school_id', '=', schoolId)
        .where('status', 'not in', ['graduated', 'archived'])
        .where((eb) =>
          eb.or([
            eb(eb.fn('lower', ['name']), '=', named),
            eb(eb.fn('lower', ['code']), '=', named),
            eb(named, '=', eb.fn.any('former_names')),
          ]),
        )
        .orderBy((eb) => eb(eb.fn('lower', ['name']), '=', named), 'desc')
        .orderBy((eb) => eb(named, '=', eb.fn.any('former_names')), 'asc')
        .orderBy('start_date', 'desc')
        .limit(1)
        .select(['id', 'school_id'])
        .select([
          sql<string>`${studentId}::uuid`.as('student_id'),
          today.as('from_date'),
          sql<string | null>`${invitedBy}::uuid`.as('created_by'),
        ]),
    )
    // One cohort at a time: a constraint across all cohorts.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
