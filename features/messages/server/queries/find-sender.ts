import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { findAsker } from '#platform/server/asker.ts'
import type { Tx } from '#platform/server/db.ts'
import { messageRefusals } from '../../messages.ts'
import type { Party } from '../../rules.ts'

export type Sender = { party: Party; school_id: string | null; organization_id: string | null }

/** The party that the asker writes for. Refused where there is none: no school chosen, or no partnership. */
export async function findSender(tx: Tx): Promise<Sender> {
  const { role } = await findAsker(tx)
  const party: Party = role === 'facility_admin' ? 'facility' : 'school'
  const { rows } = await (
    party === 'school'
      ? sql<{ id: string | null }>`select app.selected_school_id() as id`
      : sql<{
          id: string | null
        }>`select p.organization_id as id from public.partnerships p order by p.status = 'active' desc, p.id limit 1`
  ).execute(tx)
  const id = rows[0]?.id
  if (!id) refuse(messageRefusals, refusal('message.not_theirs'))
  return party === 'school'
    ? { party, school_id: id!, organization_id: null }
    : { party, school_id: null, organization_id: id! }
}
