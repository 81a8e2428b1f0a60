import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { InvitationRole } from '../../contract.ts'
import { type LinkFacts, linkState } from '../../rules.ts'

type Row = LinkFacts & {
  id: string
  email: string
  full_name: string | null
  role: InvitationRole
  place_name: string
  invited_by: string | null
  invited_by_name: string | null
  message: string | null
  expires_at: string
  batch_id: string | null
  has_account: boolean
  /** Who administers the school or facility now. */
  administrators: string[]
}

/** As the sign-in login: the invitation of a link, with what the link says; undefined where there is none. */
export async function findByLink(tx: Tx, tokenHash: string) {
  const { rows } = await sql<Row>`select * from app.invitation_of_link(${tokenHash})`.execute(tx)
  return rows[0] && { ...rows[0], state: linkState(rows[0]) }
}
export type FoundByLink = NonNullable<Awaited<ReturnType<typeof findByLink>>>
