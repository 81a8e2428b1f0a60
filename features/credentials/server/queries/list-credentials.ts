import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Credential } from '../../contract.ts'
import { statusOn } from '../../rules.ts'

type Row = Omit<Credential, 'shown'>

const shown = sql`
  c.id, c.person_id, c.type_id, t.name as type_name, c.status, c.values, c.file_ids, c.issued_on, c.expires_on, c.conditional_until, c.waived_until,
  c.waived_requirement_id, c.facility_id,
  c.reason_code, c.note, c.submitted_at, c.reviewed_at, c.supersedes_id, c.precheck, c.source, c.carried,
  case when c.person_id = (select app.uid()) and c.school_id <> (select app.selected_school_id()) then coalesce(o.name, 'Another school') end as other_school`

const tables = sql`public.credentials c join public.credential_types t on t.id = c.type_id left join public.schools o on o.id = c.school_id`

/** Today's date at the caller's school; in UTC without one. */
export async function findToday(tx: Tx): Promise<PlainDate> {
  const { rows } = await sql<{ today: PlainDate }>`
    select (now() at time zone coalesce((select s.time_zone from public.schools s where s.id = (select app.selected_school_id())), 'UTC'))::date as today`.execute(
    tx,
  )
  return rows[0]!.today
}

/** What a person sent, newest first; of one type, or of all. */
export async function listOf(
  tx: Tx,
  personId: string,
  today: PlainDate,
  typeId: string | null = null,
): Promise<Credential[]> {
  const { rows } = await sql<Row>`select ${shown} from ${tables}
    where c.person_id = ${personId}::uuid and (${typeId}::uuid is null or c.type_id = ${typeId}::uuid)
    order by c.submitted_at desc, c.id`.execute(tx)
  return rows.map((row) => ({ ...row, shown: statusOn(row, today) }))
}

export async function findCredential(tx: Tx, id: string): Promise<Credential | undefined> {
  const { rows } = await sql<Row>`select ${shown} from ${tables}
    where c.id = ${id}::uuid`.execute(tx)
  const today = await findToday(tx)
  return rows[0] && { ...rows[0], shown: statusOn(rows[0], today) }
}
