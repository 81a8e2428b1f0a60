import { sql } from 'kysely'
import { roleLabels } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import {
  changesSince,
  type VersionChange,
  type Versioned,
  type VersionConflict,
  versionMessage,
} from '#platform/server/version-conflict.ts'
import type { DepartingPerson } from '../../contract.ts'

/** The fields of a person that departure decisions depend on. */
const versionedPerson: Versioned = {
  what: 'person',
  labels: {
    role: 'Role',
    status: 'Status',
    linked_school_id: 'School',
    linked_facility_id: 'Facility',
    full_name: 'Name',
  },
  words: { role: roleLabels },
  entity: 'users',
}

/** What the caller saw: the version of the person, and of the plan (null: none was planned; undefined: not loaded). */
type Seen = { user_id: string; version?: number; departure_version?: number | null }

/** Who changed a person or their departure since it was loaded, what and when, with the current person. */
export async function changesMeanwhile(
  tx: Tx,
  seen: Seen,
  current: DepartingPerson,
): Promise<{ message: string; data: VersionConflict<DepartingPerson> }> {
  const { user_id: id, version = current.version, departure_version: planned } = seen
  const ofPlan = planned === undefined ? [] : await changesOfPlan(tx, id, planned)
  const ofPerson = (await changesSince(tx, versionedPerson, [{ id, version }])).get(id) ?? []
  const changes = [...ofPlan, ...ofPerson].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return {
    message: versionMessage(ofPlan.length > 0 ? 'departure' : 'person', changes),
    data: { kind: 'version', sent_version: version, current, changes },
  }
}

const statusLabels = { planned: 'planned', done: 'done', canceled: 'canceled', undone: 'undone' }

/** The last change to a departure since the version that the caller saw. */
async function changesOfPlan(tx: Tx, userId: string, seen: number | null): Promise<VersionChange[]> {
  const { rows } = await sql<
    Pick<VersionChange, 'version' | 'at' | 'by' | 'is_me' | 'reason'> & {
      status: keyof typeof statusLabels
      last_day: string | null
      earlier: string | null
    }
  >`
    select d.version, to_json(d.changed_at) #>> '{}' as at, u.full_name as by, d.changed_by is not distinct from app.real_uid() as is_me, d.reason, d.status, d.last_day,
      d.earlier_last_day as earlier
    from public.departures d left join public.users u on u.id = d.changed_by
    where d.user_id = ${userId}::uuid and d.kind = 'leave' order by d.created_at desc limit 1`.execute(tx)
  const [now] = rows
  if (!now || now.version === seen || (seen === null && now.status !== 'planned')) return []
  const { status, last_day: day, earlier, ...change } = now
  const label = { field: 'last_day', label: 'Last day', before: seen === null ? null : earlier, after: day }
  const state = {
    field: 'status',
    label: 'Departure',
    before: statusLabels.planned,
    after: statusLabels[status],
  }
  return [{ ...change, fields: [status === 'planned' ? label : state] }]
}
