import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { sql } from 'kysely'
import type { Tenant } from '../../contract.ts'

/** Schools or facilities by a part of their name, or by id. */
export async function signUpTenants(tx: Tx, kind: 'school' | 'facility', query: string): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select * from app.signup_tenants(${kind}, ${query.toLowerCase()}, ${containing(query)})`.execute(tx)
  return rows
}
