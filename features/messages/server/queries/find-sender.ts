import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { messageRefusals } from '../../messages.ts'
import type { Party } from '../../rules.ts'

export type Sender = {
  party: Party
  user_id: string
  /** Either a school or an organization: the one that the sender writes for. */
  school_id: string | null
  organization_id: string | null
}

const partyOf = (role: string): Party =>
  role === 'facility_admin' ? 'facility' : role === 'proctor' ? 'instructor' : 'school'

/** The party that the caller writes for, and its time zone. Refused if there is none: no school chosen, or no partnership. */
export async function findSender(tx: Tx): Promise<Sender & { time_zone: string }> {
  const { id: user_id, role } = await findActor(tx)
  const party = partyOf(role)
  type Owner = { id: string; time_zone: string }
  const { rows } = await (
    party === 'facility'
      ? sql<Owner>`select p.organization_id as id, f.time_zone from public.partnerships p join public.facilities f on f.id = p.organization_id
          order by p.status = 'active' desc, p.id limit 1`
      : sql<Owner>`select s.id, s.time_zone from public.schools s where s.id = app.selected_school_id()`
  ).execute(tx)
  const [owner] = rows
  if (!owner) return refuse(messageRefusals, refusal('message.not_theirs'))
  const { id, time_zone } = owner
  return party === 'facility'
    ? { party, user_id, school_id: null, organization_id: id, time_zone }
    : { party, user_id, school_id: id, organization_id: null, time_zone }
}
