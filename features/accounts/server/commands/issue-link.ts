import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { linkHours, mayGetLink } from '../../rules.ts'
import type { LinkKind } from '../queries/find-link.ts'
import { findPerson } from '../queries/find-person.ts'

type NewLink = {
  userId: string
  kind: LinkKind
  tokenHash: string
  newEmail?: string
  newPasswordHash?: string
}

/** As the sign-in login: creates a link of a kind; older ones of that kind become invalid. */
export async function issueLink(
  tx: Tx,
  { userId, kind, tokenHash, newEmail, newPasswordHash }: NewLink,
): Promise<void> {
  await tx
    .deleteFrom('priv.user_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('priv.user_tokens')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      kind,
      new_email: newEmail ?? null,
      new_password_hash: newPasswordHash ?? null,
      expires_at: sql<string>`now() + make_interval(hours => ${linkHours[kind]})`,
    })
    .execute()
}

/** Creates a link for the person with this address; undefined if there is no such person or they may not get one. */
export async function issueLinkFor(
  tx: Tx,
  email: string,
  kind: 'verify_email' | 'reset_password',
  tokenHash: string,
): Promise<{ id: string; full_name: string } | undefined> {
  const person = await findPerson(tx, { email })
  if (!person || !mayGetLink(person, kind)) return undefined
  await issueLink(tx, { userId: person.id, kind, tokenHash })
  return person
}
