import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, schoolRefusals } from '../../messages.ts'
import { lockSchool } from './lock-school.ts'
import { notifySchool } from './notify-school.ts'

/** A new code, which PostgreSQL generates; the old one ends at once. Anyone who looked at another code comes second and ends nothing. */
export async function renewJoinCode(
  tx: Tx,
  { id, seen }: { id: string; seen: string | null },
): Promise<{ join_code: string }> {
  const school = await lockSchool(tx, { id })
  const current = await tx
    .selectFrom('school_join_codes')
    .select('code')
    .where('school_id', '=', id)
    .executeTakeFirst()
  if ((current?.code ?? null) !== seen) refuse(schoolRefusals, refusal('school.code_renewed'))
  const { rows } = await sql<{ code: string }>`
    insert into public.school_join_codes (school_id) values (${id}::uuid)
    on conflict (school_id) do update set changed_at = now() returning code`.execute(tx)
  await notifySchool(
    tx,
    id,
    notification(notificationTexts, 'school.join_code_renewed', { school: school.name }),
    '/school/account',
  )
  return { join_code: rows[0]!.code }
}
