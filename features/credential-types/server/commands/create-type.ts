import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { TypeFields } from '../../contract.ts'
import { typeRefusals } from '../../messages.ts'
import { typeBlocker } from '../../rules.ts'

/** Adds a type of the caller's own: the platform's, their school's or their facility's. Repeating it changes nothing. */
export async function createType(tx: Tx, { id, ...fields }: TypeFields & { id: string }): Promise<void> {
  const { role } = await findActor(tx)
  refuseIf(typeRefusals, typeBlocker(fields, role === 'facility_admin'))
  await tx
    .insertInto('credential_types')
    .values({
      id,
      ...fields,
      needs_file: fields.needs_file && fields.evidence !== 'external_check',
      series: fields.series && JSON.stringify(fields.series),
      fields: JSON.stringify(fields.fields),
      validity: JSON.stringify(fields.validity),
      owner_school_id: role.startsWith('school_') ? sql<string>`app.school_id()` : null,
      owner_facility_id: role === 'facility_admin' ? sql<string>`app.facility_id()` : null,
    })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
}
