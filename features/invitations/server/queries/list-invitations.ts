import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { sql } from 'kysely'
import type { Invitation, InvitationRole, InvitationState, ShownState } from '../../contract.ts'
import { invitationState } from './invitation-state.ts'

/** The states of invitations that can still be accepted, as dashboards count them. */
const openStates: readonly InvitationState[] = ['sent', 'opened']

export type ListInput = {
  within: 'school' | 'facility' | 'facilities'
  q: string
  state: ShownState
  role: InvitationRole | 'all'
  sort: 'sent_at' | 'email' | 'expires_at'
  dir: 'asc' | 'desc'
  page: number
  page_size: number
}

/** The rows that a list covers; row-level security decides which the caller may see. */
function found({ within, q, role }: ListInput) {
  const tenant = {
    school: sql`i.school_id = (select app.selected_school_id())`,
    facility: sql`i.facility_id in (select app.facility_scope((select app.selected_facility_id())))`,
    facilities: sql`i.facility_id is not null`,
  }[within]
  const like = containing(q)
  return sql`${tenant}
    and (${q.trim()} = '' or i.email ilike ${like} or i.full_name ilike ${like})
    and (${role} = 'all' or i.role = ${role})`
}

export async function listInvitations(
  tx: Tx,
  input: ListInput,
): Promise<{ rows: Invitation[]; total: number; counts: Record<string, number> }> {
  const { sort, dir, page, page_size } = input
  // Both are enum values of the contract, never user input.
  const order = sql.raw(`i.${sort} ${dir}, i.id ${dir}`)
  const { rows } = await sql<Invitation>`
    select i.id, i.email, i.full_name, i.role, i.school_id, i.facility_id, coalesce(s.name, f.name, '') as tenant_name, ${invitationState} as state,
      i.sent_at, i.opened_at, i.accepted_at, i.expires_at, i.resend_count, i.renewal_asked_at, u.full_name as invited_by_name, null as mail
    from public.invitations i
    left join public.schools s on s.id = i.school_id
    left join public.facilities f on f.id = i.facility_id
    left join public.users u on u.id = i.invited_by
    where ${found(input)} and (${input.state} = 'all' or ${invitationState} = any (${input.state === 'open' ? openStates : [input.state]}))
    order by ${order} limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx)
  const { rows: mails } = await sql<{ invitation_id: string; status: Invitation['mail'] }>`
    select * from app.invitation_mails(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  const mailOf = new Map(mails.map((mail) => [mail.invitation_id, mail.status]))
  const counts = await countByState(tx, input)
  return {
    rows: rows.map((row) => ({ ...row, mail: mailOf.get(row.id) ?? null })),
    total: counts[input.state],
    counts,
  }
}

async function countByState(tx: Tx, input: ListInput): Promise<Record<ShownState, number>> {
  const { rows } = await sql<{ state: InvitationState; count: number }>`
    select ${invitationState} as state, count(*) as count from public.invitations i where ${found(input)} group by 1`.execute(
    tx,
  )
  const counts = { all: 0, open: 0, sent: 0, opened: 0, accepted: 0, expired: 0, revoked: 0 }
  for (const row of rows) {
    counts[row.state] = row.count
    counts.all += row.count
    if (openStates.includes(row.state)) counts.open += row.count
  }
  return counts
}
