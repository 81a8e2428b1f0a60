import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SchoolFields } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { slugOf } from '../../rules.ts'

/** Creates a school with its join code. The caller chooses the id, so that repeating it creates nothing. */
export async function createSchool(
  tx: Tx,
  me: { userId: string },
  id: string,
  fields: SchoolFields,
): Promise<void> {
  await refuseUnknownZone(tx, fields.time_zone)
  await sql`select pg_advisory_xact_lock(hashtext('create_school'))`.execute(tx)
  const known = await tx
    .selectFrom('schools')
    .select(['name', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) {
    const isSame = known.created_by === me.userId && known.name === fields.name
    return refuseIf(schoolRefusals, isSame ? null : refusal('school.taken'))
  }
  const columns = columnsOf(fields)
  await refuseSameName(tx, columns)
  const slug = await freeSlug(tx, id, fields.name)
  await tx
    .insertInto('schools')
    .values({ id, slug, ...columns })
    .execute()
  await sql`insert into public.school_join_codes (school_id) values (${id}::uuid)`.execute(tx)
}

/** The form fields of a school as columns; empty texts become null. */
export const columnsOf = ({ address, city, phone, website, primary_contact, ...fields }: SchoolFields) => ({
  ...fields,
  address: address || null,
  city: city || null,
  phone: phone || null,
  website: website || null,
  primary_contact: primary_contact || null,
})

/** Refuses a time zone that PostgreSQL does not know, because it computes the school's days with it. */
export async function refuseUnknownZone(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`select from pg_catalog.pg_timezone_names z where z.name = ${name}`.execute(tx)
  if (rows.length === 0) refuse(schoolRefusals, refusal('school.no_zone'))
}

async function refuseSameName(tx: Tx, { name, state }: Pick<SchoolFields, 'name' | 'state'>): Promise<void> {
  const same = await tx
    .selectFrom('schools')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('state', 'is not distinct from', state)
    .executeTakeFirst()
  if (same) refuse(schoolRefusals, refusal('school.name_taken', { state }))
}

async function freeSlug(tx: Tx, id: string, name: string): Promise<string> {
  const slug = slugOf(name)
  const taken = await tx.selectFrom('schools').select('id').where('slug', '=', slug).executeTakeFirst()
  return taken ? `${slug}-${id.slice(0, 8)}` : slug
}
