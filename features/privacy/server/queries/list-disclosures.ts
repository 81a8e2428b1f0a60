import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { sql } from 'kysely'
import type { Disclosure, DisclosureFilter } from '../../contract.ts'

export const PAGE_SIZE = 20

/** How a reader without an account is named, who is known only by the link. */
const BY_LINK = 'Someone with your passport link'

/** Accesses to a student's information by people at a facility, and through the student's link; only the student sees the latter. */
function found(student: string, { q, from, to }: DisclosureFilter) {
  const like = containing(q)
  return sql`(
    select d.id::integer, d.at, d.day, d.seen_by_name, d.seen_as, d.acted_by is not null as by_support, f.name as facility_name, d.shift_id,
      d.shift_date, d.fields
    from public.disclosures d join public.facilities f on f.id = d.facility_id where d.student_id = ${student}::uuid
    union all
    select -o.id::integer, o.at, (o.at at time zone coalesce(s.time_zone, 'UTC'))::date, ${BY_LINK}, 'link', false, o.address_block, null, null, array['credentials']
    from public.passport_links l join public.passport_openings o on o.link_id = l.id left join public.schools s on s.id = l.school_id
    where l.person_id = ${student}::uuid) d
    where (${q.trim()} = '' or d.seen_by_name ilike ${like} or d.facility_name ilike ${like})
      and (${from ?? null}::date is null or d.day >= ${from ?? null}::date) and (${to ?? null}::date is null or d.day <= ${to ?? null}::date)`
}

async function select(
  tx: Tx,
  student: string,
  filter: DisclosureFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<Disclosure[]> {
  const { rows } = await sql<Disclosure>`
    select d.id, d.at, d.seen_by_name, d.seen_as, d.by_support, d.facility_name, d.shift_id, d.shift_date, d.fields
    from ${found(student, filter)} order by d.at desc, d.id desc limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

export async function listDisclosures(
  tx: Tx,
  student: string,
  filter: DisclosureFilter & { page: number },
): Promise<{ rows: Disclosure[]; total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${found(student, filter)}`.execute(tx)
  return {
    rows: await select(tx, student, filter, { limit: PAGE_SIZE, offset: (filter.page - 1) * PAGE_SIZE }),
    total: rows[0]!.total,
  }
}

export async function allDisclosures(
  tx: Tx,
  student: string,
  filter: DisclosureFilter,
): Promise<Disclosure[]> {
  const rows = await select(tx, student, filter, { limit: null, offset: 0 })
  await recordExport(tx, 'users', { view: 'disclosures', rows: rows.length })
  return rows
}
