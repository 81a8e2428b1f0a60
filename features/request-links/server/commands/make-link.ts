import { sql } from 'kysely'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import { newToken } from '#platform/server/session.ts'
import { REQUEST_LINK_DAYS } from '../../rules.ts'

type Services = {
  /** Logged in as app_worker. */
  workerPool: Pool
  config: { appUrl: string }
}

/**
 * The address by which the reader of an email answers its requests; null if it has no pending requests, or a sign-in is required. `offset
 * 0` computes the ids before they are compared, as when mails are claimed, so that the comparison uses an index.
 */
export async function makeRequestLink(
  { workerPool, config }: Services,
  mailId: string,
): Promise<string | null> {
  const { token, hash } = newToken()
  const { numAffectedRows: made = 0n } = await withActor(workerPool, null, (tx) =>
    sql`insert into priv.request_links (token_hash, user_id, school_id, submitted_from, expires_at)
      select ${hash}, u.id, s.school_id, n.created_at, now() + make_interval(days => ${REQUEST_LINK_DAYS}::integer)
      from (select m.user_id, n.created_at, case when n.data ->> 'action_url' ~ '^/shift/[0-9a-f-]{36}$' then substr(n.data ->> 'action_url', 8)::uuid end as shift_id
        from (select m.user_id, substr(m.dedupe_key, 14)::uuid as notification_id from priv.mails m
          where m.id = ${mailId}::uuid and m.kind = 'notification' offset 0) m
        join public.notifications n on n.id = m.notification_id and n.type = 'shift_requested' offset 0) n
      join public.users u on u.id = n.user_id and u.role = 'facility_admin'
      join public.shifts s on s.id = n.shift_id
      where s.status = 'pending_facility' and s.submitted_at >= n.created_at
        and not exists (select from app.facility_line(s.facility_id) l join public.organizations o on o.id = l.id where o.answers_need_sign_in)`.execute(
      tx,
    ),
  )
  return made > 0n ? `${config.appUrl}/answer-requests?token=${token}` : null
}
