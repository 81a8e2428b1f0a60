import { sql } from 'kysely'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import { newToken } from '#platform/server/session.ts'

type Services = {
  /** Logged in as app_worker. */
  workerPool: Pool
  config: { appUrl: string }
}

/** The address by which the reader of a mail answers its requests; null where the mail has none that wait, or a sign-in is wanted. */
export async function makeRequestLink(
  { workerPool, config }: Services,
  mailId: string,
): Promise<string | null> {
  const { token, hash } = newToken()
  const { numAffectedRows: made = 0n } = await withActor(workerPool, null, (tx) =>
    sql`insert into priv.request_links (token_hash, user_id, school_id, submitted_from, expires_at)
      select ${hash}, u.id, s.school_id, n.created_at, now() + interval '7 days'
      from priv.mails m join public.notifications n on n.id = substr(m.dedupe_key, 14)::uuid and n.type = 'shift_requested'
      join public.users u on u.id = m.user_id and u.role = 'facility_admin'
      join public.shifts s on s.id = case when n.data ->> 'action_url' ~ '^/shift/[0-9a-f-]{36}$' then substr(n.data ->> 'action_url', 8)::uuid end
      where m.id = ${mailId}::uuid and m.kind = 'notification' and s.status = 'pending_facility' and s.submitted_at >= n.created_at
        and not exists (select from app.facility_line(s.facility_id) l join public.organizations o on o.id = l.id where o.answers_need_sign_in)`.execute(
      tx,
    ),
  )
  return made > 0n ? `${config.appUrl}/answer-requests?token=${token}` : null
}
