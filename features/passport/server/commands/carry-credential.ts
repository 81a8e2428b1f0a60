import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialValues } from '#features/credential-types/contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import type { CredentialStatus } from '#features/credentials/contract.ts'
import { findToday, notifyReviewers } from '#features/credentials/server/public.ts'
import { passportRefusals } from '../../messages.ts'
import { carryBlocker } from '../../rules.ts'

type Own = {
  type_id: string
  school_id: string
  own_school_id: string | null
  school_name: string
  status: CredentialStatus
  values: CredentialValues
  file_ids: string[]
  approved_on: PlainDate
  expires_on: PlainDate | null
  is_waiting: boolean
}

/**
 * Sends a credential that another school approved to the caller's own, for review: the answers, the documents and who approved it, never a
 * note. The caller does it themselves, which is their consent. Repeating it changes nothing.
 */
export async function carryCredential(
  tx: Tx,
  { id, from_id: from }: { id: string; from_id: string },
): Promise<void> {
  const known = await tx.selectFrom('credentials').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const { rows } = await sql<Own>`
    select c.type_id, c.school_id, app.school_id() as own_school_id, coalesce(s.name, 'Another school') as school_name, c.status, c.values,
      c.file_ids, (c.reviewed_at at time zone s.time_zone)::date as approved_on, c.expires_on, exists (select 1 from public.credentials o
        where o.person_id = c.person_id and o.type_id = c.type_id and o.school_id = app.school_id() and o.status in ('submitted', 'in_review')) as is_waiting
    from public.credentials c left join public.schools s on s.id = c.school_id where c.id = ${from}::uuid and c.person_id = (select app.uid())`.execute(
    tx,
  )
  const row = rows[0]
  const type = row && (await findType(tx, row.type_id))
  refuseIf(passportRefusals, carryBlocker(row && { ...row, today: await findToday(tx) }, type))
  if (!row) return
  if (row.is_waiting) refuse(passportRefusals, refusal('passport.waiting'))
  const { school_name, approved_on, expires_on } = row
  await tx
    .insertInto('credentials')
    .values({
      id,
      school_id: row.own_school_id!,
      person_id: sql<string>`app.uid()`,
      type_id: row.type_id,
      values: JSON.stringify(row.values),
      file_ids: row.file_ids,
      source: 'passport',
      carried: JSON.stringify({ school_name, approved_on, expires_on }),
    })
    .execute()
  if (type) await notifyReviewers(tx, id, type)
}
