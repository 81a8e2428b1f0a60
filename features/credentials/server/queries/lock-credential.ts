import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Credential } from '../../contract.ts'
import { credentialRefusals } from '../../messages.ts'

export type Locked = Pick<
  Credential,
  'id' | 'person_id' | 'type_id' | 'status' | 'values' | 'issued_on' | 'expires_on' | 'note' | 'precheck'
> & {
  school_id: string
  owner_kind: 'platform' | 'school' | 'facility'
  owner_name: string
  locked_by: string | null
  locked_by_name: string | null
  is_lock_live: boolean
  today: PlainDate
  /** The end of the semester it was issued in, or of the next one. */
  term_end: PlainDate | null
  /** How often this person has been conditionally approved for this type. */
  conditions: number
}

/** Locks a submission of the caller's school. Refuses if the caller has none with this id. */
export async function lockCredential(tx: Tx, id: string): Promise<Locked> {
  await sql`select 1 from public.credentials where id = ${id}::uuid for update`.execute(tx)
  return findFacts(tx, id)
}

/** What the review rules need to know about a submission. Refuses if the caller has none with this id. */
export async function findFacts(tx: Tx, id: string): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select c.id, c.person_id, c.type_id, c.status, c.values, c.issued_on, c.expires_on, c.note, c.precheck, c.school_id, c.locked_by, u.full_name as locked_by_name,
      case when t.owner_facility_id is not null then 'facility' when t.owner_school_id is not null then 'school' else 'platform' end as owner_kind,
      coalesce(f.name, 'The facility') as owner_name,
      coalesce(c.locked_until > now(), false) as is_lock_live, d.today,
      (select min(m.end_date) from public.semesters m where m.school_id = c.school_id and m.is_active
        and m.end_date >= coalesce((c.values ->> 'issued_on')::date, d.today)) as term_end,
      (select count(*) from public.credentials o where o.person_id = c.person_id and o.type_id = c.type_id and o.conditional_until is not null)::int as conditions
    from public.credentials c
    join public.credential_types t on t.id = c.type_id
    left join public.facilities f on f.id = t.owner_facility_id
    left join public.schools s on s.id = c.school_id
    cross join lateral (select (now() at time zone coalesce(s.time_zone, 'UTC'))::date as today) d
    left join public.users u on u.id = c.locked_by
    where c.id = ${id}::uuid`.execute(tx)
  return rows[0] ?? refuse(credentialRefusals, refusal('credential.missing'))
}
