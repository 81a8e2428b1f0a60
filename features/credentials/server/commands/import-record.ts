import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import type { RecordRow } from '../../contract.ts'
import { credentialRefusals } from '../../messages.ts'
import { dateOfCell, recordOf } from '../../rules.ts'
import { findTermEnd } from '../queries/find-term-end.ts'
import { findToday } from '../queries/list-credentials.ts'

/** Writes one record of the school's file as an approval by the importing person; returns false if it already exists. */
export async function importRecord(tx: Tx, row: RecordRow): Promise<boolean> {
  const person = await findPerson(tx, row.person)
  const asker = await findActor(tx)
  refuseIf(credentialRefusals, [asker.id, asker.real_id].includes(person) ? refusal('credential.own') : null)
  const type = await findNamedType(tx, row.type)
  const found = recordOf(type, row, {
    today: await findToday(tx),
    termEnd: await findTermEnd(tx, dateOfCell(row.issued_on)),
  })
  if (found.refused) return refuse(credentialRefusals, found.refused)
  const { issued_on: issued, expires_on: expires } = found
  if (await isKnown(tx, person, type.id, found)) return false
  await tx
    .insertInto('credentials')
    .values({
      school_id: sql<string>`app.school_id()`,
      person_id: person,
      type_id: type.id,
      status: 'approved',
      source: 'import',
      values: JSON.stringify({ issued_on: issued, ...(row.result && { result: row.result.toLowerCase() }) }),
      issued_on: issued,
      expires_on: expires,
    })
    .execute()
  return true
}

async function findPerson(tx: Tx, named: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select u.id from public.users u where u.linked_school_id = (select app.school_id()) and u.role in ('student', 'proctor') and u.status = 'active'
      and (lower(u.email) = ${named.toLowerCase()} or u.student_number = ${named}) limit 2`.execute(tx)
  if (rows.length > 1) refuse(credentialRefusals, refusal('credential.record_twice', { person: named }))
  return rows[0]?.id ?? refuse(credentialRefusals, refusal('credential.record_person', { person: named }))
}

/** The type with that code or name: the school's own before the platform's. */
async function findNamedType(tx: Tx, named: string): Promise<CredentialType> {
  const { rows } = await sql<{ id: string }>`
    select t.id from public.credential_types t where t.code = upper(${named}) or lower(t.name) = lower(${named})
    order by t.status, t.owner_school_id is null, t.owner_facility_id is not null, t.id limit 1`.execute(tx)
  const type = rows[0] && (await findType(tx, rows[0].id))
  return type ?? refuse(credentialRefusals, refusal('credential.record_type', { type: named }))
}

async function isKnown(
  tx: Tx,
  person: string,
  type: string,
  { issued_on: issued, expires_on: expires }: { issued_on: PlainDate; expires_on: PlainDate | null },
): Promise<boolean> {
  // Of two files at once, the second sees what the first wrote.
  await sql`select pg_advisory_xact_lock(hashtext('credential record ' || ${person} || ${type}))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select c.id from public.credentials c where c.person_id = ${person}::uuid and c.type_id = ${type}::uuid and c.school_id = (select app.school_id())
      and c.status = 'approved' and c.issued_on = ${issued}::date and c.expires_on is not distinct from ${expires}::date limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
