import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Answered } from '../../contract.ts'
import { type RequestLinkState, requestLinkState } from '../../rules.ts'

/** A link and what it is for. */
export type FoundLink = {
  state: RequestLinkState
  user_id: string
  school_id: string
  submitted_from: string
  expires_at: string
  /** The answer given, and the idempotency key of that click. */
  answer_key: string | null
  answer: Answered | null
}

type Row = Omit<FoundLink, 'state'> & { is_answered: boolean; is_over: boolean }

/** Finds a link by the hash of its token and, while it works, lets the rest of the transaction act as the person it was sent to. */
export async function openLink(tx: Tx, hash: string): Promise<FoundLink | undefined> {
  const { rows } = await sql<Row>`
    select l.user_id, l.school_id, l.submitted_from, l.expires_at, l.answer_key, l.answer, l.answered_at is not null as is_answered, l.expires_at <= now() as is_over
    from app.open_request_link(${hash}) l`.execute(tx)
  const link = rows[0]
  return link && { ...link, state: requestLinkState({ ...link, ...(await standingOf(tx)) }) }
}

/** Whether the person of the link may run a facility now, and whether their organization requires a sign-in. */
async function standingOf(tx: Tx): Promise<{ may_answer: boolean; wants_sign_in: boolean }> {
  const { rows } = await sql<{ may_answer: boolean; wants_sign_in: boolean }>`
    select coalesce((select app.role()) = 'facility_admin', false) as may_answer,
      exists (select 1 from app.facility_line((select app.facility_id())) f join public.organizations o on o.id = f.id where o.answers_need_sign_in) as wants_sign_in`.execute(
    tx,
  )
  return rows[0]!
}
