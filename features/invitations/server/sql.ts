import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { explainConstraint } from '#platform/server/pg-errors.ts'
import type { Invitation, InvitationRole, InvitationState, KnownCohort, ShownState } from '../contract.ts'
import type { ColumnField, RememberedColumns } from '../rules.ts'
import { invitationState } from './queries/invitation-state.ts'

const taken = 'This person has another open invitation. Use that one.'
explainConstraint('invitations_one_open_school', taken, 'email')
explainConstraint('invitations_one_open_facility', taken, 'email')

/** Those that someone can still accept, as they are counted on dashboards. */
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

/** Which rows a list is about; whose they may be, row-level security decides. */
function found({ within, q, role }: ListInput) {
  const tenant = {
    school: sql`i.school_id = (select app.selected_school_id())`,
    facility: sql`i.facility_id in (select app.facility_scope((select app.selected_facility_id())))`,
    facilities: sql`i.facility_id is not null`,
  }[within]
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`${tenant}
    and (${q.trim()} = '' or i.email ilike ${like} or i.full_name ilike ${like})
    and (${role} = 'all' or i.role = ${role})`
}

export async function list(
  tx: Tx,
  input: ListInput,
): Promise<{ rows: Invitation[]; total: number; counts: Record<string, number> }> {
  const { sort, dir, page, page_size } = input
  // Both are words of the contract, never what someone typed.
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

export async function findExpiry(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ expires_at: string }>`
    select expires_at from public.invitations where id = ${id}::uuid`.execute(tx)
  return rows[0]!.expires_at
}

/** The school's cohorts, the latest to begin first: what a file may name. */
export async function findCohorts(tx: Tx, schoolId: string): Promise<KnownCohort[]> {
  return tx
    .selectFrom('cohorts as c')
    .leftJoin('programs as p', 'p.id', 'c.program_id')
    .where('c.school_id', '=', schoolId)
    .orderBy('c.start_date', 'desc')
    .orderBy('c.name')
    .select(['c.id', 'c.name', 'c.code', 'c.status', 'p.name as program_name'])
    .execute()
}

/** What the school chose for the columns of its files, by heading. */
export async function findColumns(tx: Tx, schoolId: string): Promise<RememberedColumns> {
  const rows = await tx
    .selectFrom('import_columns')
    .where('school_id', '=', schoolId)
    .select(['heading', 'field'])
    .execute()
  return Object.fromEntries(rows.map(({ heading, field }) => [heading, field as ColumnField | null]))
}

export async function rememberColumns(
  tx: Tx,
  schoolId: string,
  by: string,
  columns: RememberedColumns,
): Promise<void> {
  // In one order: of two administrators at once none waits for the other in a circle.
  const rows = Object.entries(columns)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, field]) => ({ school_id: schoolId, heading, field, chosen_by: by }))
  if (rows.length === 0) return
  await tx
    .insertInto('import_columns')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'heading']).doUpdateSet((eb) => ({
        field: eb.ref('excluded.field'),
        chosen_by: eb.ref('excluded.chosen_by'),
        chosen_at: sql<string>`now()`,
      })),
    )
    .execute()
}

/** What the mail calls the tenant and the person who invites. */
export async function findNames(
  tx: Tx,
  tenant: { schoolId: string | null; facilityId: string | null },
): Promise<{ tenant: string; inviter: string }> {
  const { rows } = await sql<{ tenant: string; inviter: string }>`
    select coalesce((select name from public.schools where id = ${tenant.schoolId}::uuid),
        (select name from public.facilities where id = ${tenant.facilityId}::uuid)) as tenant,
      (select full_name from public.users where id = (select app.uid())) as inviter`.execute(tx)
  return rows[0]!
}

export async function findBatch(
  tx: Tx,
  id: string,
): Promise<{ total: number; mailed: number; failed: number; accepted: number }> {
  const { rows } = await sql<{ total: number; mailed: number; failed: number; accepted: number }>`
    select count(*) as total, count(*) filter (where m.status = 'sent') as mailed, count(*) filter (where m.status = 'failed') as failed,
      count(*) filter (where i.status = 'accepted') as accepted
    from public.invitations i
    left join app.invitation_mails(array(select b.id from public.invitations b where b.batch_id = ${id}::uuid)) m on m.invitation_id = i.id
    where i.batch_id = ${id}::uuid`.execute(tx)
  return rows[0]!
}

/** Counts an attempt; seconds to wait, 0 when it may go on. */
export async function reserveAttempt(tx: Tx, key: string, free: number, window: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${key}, ${free}, ${window}::interval) as wait`.execute(tx)
  return rows[0]!.wait
}
