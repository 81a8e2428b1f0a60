import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { storeFile } from '#features/files/server/public.ts'
import { passportRefusals } from '../../messages.ts'
import { shareBlocker } from '../../rules.ts'
import { findLinks } from '../queries/find-passport.ts'

type Share = {
  id: string
  ends_on: PlainDate
  tokenHash: string
  content: Uint8Array
  entries: number
  today: PlainDate
}

/** Stores the current passport behind a link until a day. Of two concurrent clicks, the second finds the first one's link. */
export async function sharePassport(
  { objects }: { objects: ObjectStore },
  tx: Tx,
  { id, ends_on: ends, tokenHash, content, entries, today }: Share,
): Promise<void> {
  const { rows } = await sql<{ me: string; school: string }>`
    select app.uid() as me, app.school_id() as school, pg_advisory_xact_lock(hashtext('passport ' || app.uid()::text))`.execute(
    tx,
  )
  const { me, school } = rows[0]!
  const links = (await findLinks(tx, today)).filter(({ state }) => state === 'open').length
  refuseIf(passportRefusals, shareBlocker({ ends_on: ends, today }, { links, entries }))
  const file = await storeFile({ objects }, tx, {
    schoolId: school,
    ownerId: me,
    purpose: 'passport',
    name: 'Credential passport',
    type: 'application/pdf',
    content,
  })
  await tx
    .insertInto('passport_links')
    .values({ id, school_id: school, person_id: me, token_hash: tokenHash, file_id: file, ends_on: ends })
    .execute()
}
