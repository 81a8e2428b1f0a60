import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

export type LinkKind = 'verify_email' | 'reset_password' | 'change_email'

type Link = {
  user_id: string
  email: string
  full_name: string
  status: string
  kind: LinkKind
  new_email: string | null
  is_over: boolean
}

/** As the sign-in login: whose a link is that no one has used, of one of these kinds. Looking does not use it up. */
export async function findLink(
  tx: Tx,
  tokenHash: string,
  kinds: readonly LinkKind[],
): Promise<Link | undefined> {
  const { rows } = await sql<Link>`select * from app.link_owner(${tokenHash})`.execute(tx)
  return rows.find(({ kind }) => kinds.includes(kind))
}
