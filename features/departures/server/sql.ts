import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { DepartingPerson, Holding, Successor } from '../contract.ts'
import type { Step } from '../rules.ts'

export type Plan = {
  person: DepartingPerson
  blocker: string | null
  holdings: Holding[]
  successors: Successor[]
}

/** What a person holds, who could take it over, and why they cannot leave yet; undefined for whom the asker may not deactivate. */
export async function plan(tx: Tx, userId: string): Promise<Plan | undefined> {
  const { rows } = await sql<DepartingPerson & { blocker: string | null }>`
    select u.id, u.full_name, u.role, u.status, u.version, app.last_administrator_obstacle(u.id) as blocker
    from public.users u where u.id = ${userId} and app.may_deactivate(u.id)`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { blocker, ...person } = found
  const holdings = await sql<Holding>`select * from app.holdings_of(${userId})`.execute(tx)
  const successors = await sql<Successor>`select * from app.successors_of(${userId})`.execute(tx)
  return { person, blocker, holdings: holdings.rows, successors: successors.rows }
}

/** How many things a person holds, for whoever may deactivate them. */
export async function countHoldings(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from app.holdings_of(${userId})`.execute(tx)
  return rows[0]!.count
}

/** Carries out one step of a departure by the command of the feature it belongs to; what is gone by now is left alone. */
export async function takeStep(tx: Tx, userId: string, step: Step, why: string): Promise<void> {
  if (step.action === 'keep') return
  if (step.kind === 'cohort') return passOnCohort(tx, userId, step)
  await sql`select ${commandOf(userId, step, why)}`.execute(tx)
}

function commandOf(userId: string, { kind, id, successorId }: Step, why: string): RawBuilder<unknown> {
  switch (kind) {
    case 'lead':
    case 'precept':
      return sql`app.replace_leader(${id}::uuid, ${userId}::uuid, ${successorId}::uuid, ${why})`
    case 'seat':
      return sql`app.remove_assignment(${id}::uuid, null, ${why})`
    case 'request':
      return sql`app.decide_request(${id}::uuid, 'decline', ${why})`
    case 'swap':
      return sql`app.end_swap_of(${id}::uuid, ${userId}::uuid, ${why})`
    case 'permission': {
      const [facilityId, type] = id.split(' ')
      return sql`app.end_permission_of(${userId}::uuid, ${facilityId}::uuid, ${type})`
    }
    case 'permission_request':
      return sql`app.withdraw_request_of(${id}::uuid, ${userId}::uuid)`
    case 'invitation':
      return sql`app.revoke_invitation(${id}::uuid)`
    case 'cohort':
      throw new Error('A cohort is passed on by its list of advisors')
  }
}

async function passOnCohort(tx: Tx, userId: string, { id, successorId }: Step): Promise<void> {
  await sql`select app.set_cohort_advisors(${id}::uuid, null, array(
    select a.user_id from public.cohort_advisors a where a.cohort_id = ${id}::uuid and a.user_id <> ${userId}
    union select ${successorId}::uuid where ${successorId}::uuid is not null))`.execute(tx)
}

/** From here to `ungroup`, whoever is notified receives one notification with this title, a line for each thing. */
export async function group(tx: Tx, key: string, title: string): Promise<void> {
  await sql`select app.group_notifications(${key}, ${title})`.execute(tx)
}
export async function ungroup(tx: Tx): Promise<void> {
  await sql`select app.group_notifications(null)`.execute(tx)
}

/** Deactivates a person and ends their sessions; returns the new version. */
export async function deactivate(tx: Tx, userId: string, version: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select app.deactivate_person(${userId}, ${version}) as version`.execute(tx)
  return rows[0]!.version
}

/** Lets a deactivated person in again, in the role they had; what was handed over or freed stays so. */
export async function reactivate(tx: Tx, userId: string, version: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select app.reactivate_person(${userId}, ${version}) as version`.execute(tx)
  return rows[0]!.version
}
