import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { privacyRefusals } from '../../messages.ts'
import { releaseBlocker } from '../../rules.ts'

export type NewRelease = {
  id: string
  schoolId: string
  studentId: string
  scope: string | null
  textVersion: string
  signedOn: PlainDate | null
  expiresOn: PlainDate
}

/**
 * Stores a release and returns its id. Repeating it changes nothing; a newer text, or another last day, replaces the older release for the
 * same facilities.
 */
export async function storeRelease(tx: Tx, release: NewRelease): Promise<string> {
  const { id, schoolId, studentId, scope, textVersion, signedOn, expiresOn } = release
  // One at a time per student, because two concurrent releases would not see each other.
  await sql`select pg_advisory_xact_lock(hashtext('release'), hashtext(${studentId}))`.execute(tx)
  const { today, until } = await dayAndEnd(tx, schoolId, expiresOn)
  const ofStudent = tx
    .selectFrom('consents')
    .select(['id', 'text_version', 'signed_on'])
    .select(sql<boolean>`expires_at = ${until}::timestamptz`.as('ends_alike'))
    .where('student_id', '=', studentId)
    .where('school_id', '=', schoolId)
  if (await ofStudent.where('id', '=', id).executeTakeFirst()) return id
  refuseIf(privacyRefusals, releaseBlocker({ signedOn, expiresOn }, today))
  if (scope !== null) await refuseClosed(tx, scope)
  const inForce = await ofStudent
    .where('facility_scope', 'is not distinct from', scope)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (inForce?.ends_alike && inForce.text_version === textVersion && inForce.signed_on === signedOn)
    return inForce.id
  if (inForce) await endRelease(tx, inForce.id)
  // PostgreSQL takes who gives it from the session.
  await sql`insert into public.consents (id, school_id, student_id, facility_scope, text_version, signed_on, expires_at)
    values (${id}::uuid, ${schoolId}::uuid, ${studentId}::uuid, ${scope}::uuid, ${textVersion}, ${signedOn}::date, ${until}::timestamptz)`.execute(
    tx,
  )
  return id
}

/** Ends a release now; PostgreSQL records who did. */
export async function endRelease(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The school's day, and the instant after its last day there. */
async function dayAndEnd(tx: Tx, schoolId: string, lastDay: PlainDate) {
  const { rows } = await sql<{ today: PlainDate; until: string }>`
    select app.school_today(s.id) as today, ((${lastDay}::date + 1)::timestamp at time zone s.time_zone) as until
    from public.schools s where s.id = ${schoolId}::uuid`.execute(tx)
  return rows[0]!
}

async function refuseClosed(tx: Tx, id: string): Promise<void> {
  const open = await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['active', 'paused'])
    .executeTakeFirst()
  if (!open) refuse(privacyRefusals, refusal('release.no_facility'))
}
