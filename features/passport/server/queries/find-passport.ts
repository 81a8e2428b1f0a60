import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialStatus } from '#features/credentials/contract.ts'
import { statusOn } from '#features/credentials/rules.ts'
import type { PassportEntry, PassportLink, PassportOffer } from '../../contract.ts'
import { entriesOf, linkState } from '../../rules.ts'

type Row = Omit<PassportEntry, 'credential_id' | 'shown'> & {
  id: string
  type_id: string
  status: CredentialStatus
  submitted_at: string
  is_restricted: boolean
}

/** The entries of the caller's passport today. */
export async function findEntries(tx: Tx, today: PlainDate): Promise<PassportEntry[]> {
  const { rows } = await sql<Row>`
    select c.id, c.type_id, t.name as type_name, t.is_restricted, c.status, c.issued_on, c.expires_on, c.file_ids, c.submitted_at
    from public.credentials c join public.credential_types t on t.id = c.type_id
    where c.person_id = (select app.uid()) order by c.submitted_at, c.id`.execute(tx)
  return entriesOf(
    rows.map(({ status, ...row }) => ({
      ...row,
      shown: statusOn({ status, expires_on: row.expires_on }, today),
    })),
    rows.map(({ type_id: id, is_restricted }) => ({ id, is_restricted })),
  )
}

/** The total bytes of these documents. */
export async function bytesOf(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.bytes), 0)::float8 as bytes from public.files f where f.id = any (${ids}::uuid[])`.execute(
    tx,
  )
  return rows[0]!.bytes
}

type LinkRow = Omit<PassportLink, 'state'> & { revoked_at: string | null }

/** The caller's links, newest first, with when and from where they were opened. */
export async function findLinks(tx: Tx, today: PlainDate): Promise<PassportLink[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.created_at, l.ends_on, l.revoked_at,
      (select count(*)::integer from public.passport_openings o where o.link_id = l.id) as opened, (select coalesce(jsonb_agg(jsonb_build_object('at', o.at, 'address_block', o.address_block) order by o.id desc), '[]')
      from (select o.* from public.passport_openings o where o.link_id = l.id order by o.id desc limit 20) o) as openings
    from public.passport_links l where l.person_id = (select app.uid()) order by l.created_at desc, l.id limit 50`.execute(
    tx,
  )
  return rows.map(({ revoked_at, ...link }) => ({
    ...link,
    state: linkState({ ends_on: link.ends_on, revoked_at }, today),
  }))
}

/** Credentials that another school approved, that are still valid and not already sent here: of each type, the one that expires last. */
export async function findOffers(tx: Tx, today: PlainDate): Promise<PassportOffer[]> {
  const { rows } = await sql<PassportOffer>`
    select distinct on (c.type_id) c.id as credential_id, c.type_id, t.name as type_name, coalesce(s.name, 'Another school') as school_name,
      (c.reviewed_at at time zone s.time_zone)::date as approved_on, c.expires_on
    from public.credentials c join public.credential_types t on t.id = c.type_id left join public.schools s on s.id = c.school_id
    where c.person_id = (select app.uid()) and c.school_id <> (select app.school_id()) and c.status = 'approved'
      and t.owner_school_id is null and t.owner_facility_id is null and t.status = 'active' and not t.is_restricted
      and coalesce(c.expires_on, 'infinity') >= ${today}::date
      and not exists (select 1 from public.credentials o where o.person_id = c.person_id and o.school_id = (select app.school_id()) and o.type_id = c.type_id
        and (o.status in ('submitted', 'in_review') or o.status = 'approved' and coalesce(o.expires_on, 'infinity') >= coalesce(c.expires_on, 'infinity')))
    order by c.type_id, c.expires_on desc nulls first, c.id`.execute(tx)
  return rows.toSorted((a, b) => a.type_name.localeCompare(b.type_name))
}
