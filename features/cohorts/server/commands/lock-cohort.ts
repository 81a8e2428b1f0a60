import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { cohortStatus } from '../queries/cohort-status.ts'

/** A cohort, and the version of it that the caller saw. */
export type Seen = { id: string; version?: number | undefined }
export type LockedCohort = Awaited<ReturnType<typeof lockCohort>>

/**
 * Locks a cohort for a change, with its status today and its current and future members.
 * Refuses if the caller has none with this id, or it changed since they read it.
 */
export async function lockCohort(tx: Tx, { id, version }: Seen) {
  const found = await tx
    .selectFrom('cohorts as c')
    .select([
      'c.id',
      'c.school_id',
      'c.name',
      'c.code',
      'c.former_names',
      'c.version',
      'c.archived_from',
      'c.archived_at',
    ])
    .select(['c.expected_graduation', sql<PlainDate>`app.school_today(c.school_id)`.as('today')])
    .select([
      cohortStatus.as('status'),
      sql<number>`(select count(*)::integer from public.cohort_memberships m
        where m.cohort_id = c.id and (m.to_date is null or m.to_date > app.school_today(c.school_id)))`.as(
        'student_count',
      ),
    ])
    .where('c.id', '=', id)
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  if (!found) return refuse(cohortRefusals, refusal('cohort.missing'))
  if (version !== undefined && found.version !== version)
    refuse(cohortRefusals, refusal('cohort.old_version'))
  return found
}

/** Serializes the changes of a school's memberships, so that the second of two administrators sees what the first did. */
export async function lockMemberships(tx: Tx, school: { id: string } | { ofCohort: string }): Promise<void> {
  await (
    'id' in school
      ? sql`select pg_advisory_xact_lock(hashtextextended('placewell cohorts ' || ${school.id}::uuid, 0))`
      : sql`select pg_advisory_xact_lock(hashtextextended('placewell cohorts ' || c.school_id, 0))
        from public.cohorts c where c.id = ${school.ofCohort}::uuid`
  ).execute(tx)
}
