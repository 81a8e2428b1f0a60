import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Person = {
  id: string
  email: string
  full_name: string
  status: string
  email_verified: boolean
  school_name: string | null
} & (
  | { request_id: string; request_version: number; request_role: string }
  | { request_id: null; request_version: null; request_role: null }
)

/** As the sign-in login: the person with this id or address, and their pending request. */
export async function findPerson(
  tx: Tx,
  { id = null, email = null }: { id?: string | null; email?: string | null },
): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select * from app.person_of_sign_in(${id}::uuid, ${email})`.execute(tx)
  return rows[0]
}
