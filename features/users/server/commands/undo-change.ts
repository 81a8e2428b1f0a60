import { sql } from 'kysely'
import { refuse, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Person } from '../../contract.ts'
import { undoRefusals } from '../../messages.ts'
import { type Changes, undoBlocker } from '../../rules.ts'
import * as users from '../queries/find-people.ts'
import { changeRole } from './change-role.ts'
import { setPersonStatus } from './set-person-status.ts'

type Entry = { action: string; entity: string; entity_id: string | null; at: string; changes: Changes }

/**
 * Undoes one change of role, links or status within 24 hours, if none of it has changed since. The undo passes the same checks as a change.
 * Returns the person's id.
 */
export async function undoChange(
  tx: Tx,
  me: { id: string; isSuperadmin: boolean },
  eventId: number,
): Promise<string> {
  const { rows } = await sql<Entry>`
    select e.action, e.entity, e.entity_id, e.at, e.changes from public.audit_events e where e.id = ${eventId}`.execute(
    tx,
  )
  const [event] = rows
  const person =
    event?.entity === 'users' && event.entity_id ? await users.findById(tx, event.entity_id) : undefined
  if (!event) return refuse(undoRefusals, { code: 'account_change.not_found', values: {} })
  if (!person) return refuse(undoRefusals, { code: 'account_change.other_kind', values: {} })
  refuseIf(undoRefusals, undoBlocker(event, person, Date.now()))
  const { status, ...tenant } = event.changes
  const { id } = person
  let { version } = person
  if (status)
    version = await setPersonStatus(tx, {
      id,
      version,
      status: status[0] === 'deactivated' ? 'deactivated' : 'active',
    })
  if (Object.keys(tenant).length > 0)
    await changeRole(tx, me, { id, version, ...tenantBefore(person, tenant) })
  return id
}

function tenantBefore(person: Person, changes: Changes) {
  const before = (name: 'role' | 'linked_school_id' | 'linked_facility_id') =>
    name in changes ? (changes[name]![0] as string | null) : person[name]
  return {
    role: (before('role') ?? person.role) as Person['role'],
    linked_school_id: before('linked_school_id'),
    linked_facility_id: before('linked_facility_id'),
  }
}
