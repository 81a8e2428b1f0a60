import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { schoolRefusals } from '../../messages.ts'
import { changeBlocker } from '../../rules.ts'

/** A school in the version that the caller saw. */
export type Seen = { id: string; version?: number | undefined }
export type LockedSchool = Awaited<ReturnType<typeof lockSchool>>

/**
 * Locks a school to change it or its programs, so that the second of two concurrent changes (a saved program, another board) sees the
 * first. Throws if the caller may not change it, if it is deactivated, or if it changed since they saw it.
 */
export async function lockSchool(tx: Tx, { id, version }: Seen) {
  const school = await tx
    .selectFrom('schools as s')
    .select(['s.id', 's.name', 's.is_active', 's.time_zone', 's.regulatory_profile_id', 's.version'])
    .select([
      sql<PlainDate>`(now() at time zone s.time_zone)::date`.as('today'),
      sql<boolean>`app.is_superadmin()`.as('by_superadmin'),
      sql<string>`coalesce(s.settings ->> 'credit_rule', 'scheduled')`.as('credit_rule'),
    ])
    .where('s.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!school) return explainNotFound(tx)
  refuseIf(schoolRefusals, changeBlocker(school.is_active, school.by_superadmin))
  if (version !== undefined && school.version !== version)
    refuse(schoolRefusals, refusal('school.old_version'))
  return school
}

/** Throws the reason: other schools are visible but can't be changed; to the superadmin, the school does not exist. */
async function explainNotFound(tx: Tx): Promise<never> {
  const { rows } = await sql<{ superadmin: boolean }>`select app.is_superadmin() as superadmin`.execute(tx)
  return refuse(schoolRefusals, refusal(rows[0]!.superadmin ? 'school.missing' : 'school.not_yours'))
}
