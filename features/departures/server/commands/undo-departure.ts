import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { GivenBack } from '../../contract.ts'
import { giveBack } from './give-back.ts'
import { closeDeparture } from './record-departure.ts'
import type { HoldingCommands } from '../holding-commands.ts'

/**
 * Gives back what a person's last departure or change freed, now that it is undone; for one audit trail entry, what was freed with that
 * entry. Does nothing if nothing was freed.
 */
export async function undoDeparture(
  tx: Tx,
  commands: HoldingCommands,
  userId: string,
  eventId: number | null = null,
): Promise<GivenBack> {
  // A plan whose last day is over would close the account again at once.
  const past = await tx
    .selectFrom('departures')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'planned')
    .where('ends_at', '<=', sql<string>`now()`)
    .execute()
  for (const { id } of past) await closeDeparture(tx, id, 'canceled')
  const { rows } = await sql<{ id: string; full_name: string; is_own: boolean }>`
    select d.id, u.full_name, u.id = (select app.uid()) as is_own from public.departures d join public.users u on u.id = d.user_id
    where d.user_id = ${userId}::uuid and d.status = 'done'
      and case when ${eventId}::bigint is null then d.kind = 'leave' else exists (select 1 from public.audit_events e
          where e.id = ${eventId}::bigint and e.at >= d.ended_at and e.at < d.ended_at + interval '1 minute') end
    order by d.ended_at desc limit 1`.execute(tx)
  const [done] = rows
  if (!done) return { given_back: 0, left: [] }
  await closeDeparture(tx, done.id, 'undone')
  return giveBack(tx, {
    commands,
    id: done.id,
    userId,
    isOwn: done.is_own,
    why: `${done.full_name} is back.`,
  })
}

/** Reactivates a person in their earlier role, with the holdings that no one else has taken. */
export async function reactivatePerson(
  tx: Tx,
  commands: HoldingCommands,
  { user_id: userId, version }: { user_id: string; version: number },
): Promise<GivenBack & { version: number }> {
  const next = await commands.setPersonStatus(tx, { id: userId, version, status: 'active' })
  return { version: next, ...(await undoDeparture(tx, commands, userId)) }
}
