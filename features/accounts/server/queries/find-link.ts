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

const personOfLink = sql<
  Pick<Link, 'email' | 'full_name' | 'status'>
>`app.person_of_sign_in(t.user_id, null)`.as<'u'>(sql.raw('u'))

/** As the sign-in login: the owner of an unused link of one of these kinds. Reading does not use it up. */
export async function findLink(
  tx: Tx,
  tokenHash: string,
  kinds: readonly LinkKind[],
): Promise<Link | undefined> {
  return tx
    .selectFrom('priv.user_tokens as t')
    .innerJoin(personOfLink, (join) => join.onTrue())
    .select(['t.user_id', 'u.email', 'u.full_name', 'u.status', 't.new_email'])
    .select((eb) => [
      eb.ref('t.kind').$castTo<LinkKind>().as('kind'),
      eb('t.expires_at', '<=', eb.fn<string>('now')).$castTo<boolean>().as('is_over'),
    ])
    .where('t.token_hash', '=', tokenHash)
    .where('t.used_at', 'is', null)
    .where('t.kind', 'in', kinds)
    .executeTakeFirst()
}
