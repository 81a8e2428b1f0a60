import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { noteExport } from '#platform/server/note-export.ts'
import { maskReason, rosterLabel } from '../rules.ts'
import type { Disclosure, DisclosureFilter, Releases, RosterRow } from '../contract.ts'

export const PAGE_SIZE = 20

/** A student's releases with what is needed to give one; undefined for anyone who may not see the student. */
export async function releasesOf(tx: Tx, student: string): Promise<Releases | undefined> {
  const { rows } = await sql<Releases>`
    select u.id as student_id, s.name as school_name, u.emergency_contact, u.directory_opt_out_at, app.school_today(s.id) as today,
      greatest(u.graduation_date, app.school_today(s.id) + 365) as proposed_end,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'state',
          case when c.revoked_at is not null then 'revoked' when c.expires_at <= now() then 'expired' else 'in_force' end, 'facility_scope', c.facility_scope, 'facility_name', f.name,
          'text_version', c.text_version, 'signed_on', c.signed_on, 'granted_at', c.granted_at, 'granted_by_name', g.full_name,
          'last_day', ((c.expires_at - interval '1 second') at time zone s.time_zone)::date, 'revoked_at', c.revoked_at) order by c.granted_at desc, c.id)
        from public.consents c left join public.facilities f on f.id = c.facility_scope left join public.users g on g.id = c.granted_by
        where c.student_id = u.id and c.school_id = u.linked_school_id), '[]') as releases,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
        from public.facilities p where p.id in (select app.releasable_facilities(s.id))), '[]') as facilities
    from public.users u join public.schools s on s.id = u.linked_school_id
    where u.id = ${student} and u.role = 'student' and u.email_verified`.execute(tx)
  return rows[0]
}

/** What is said of a reader without an account, who is known by nothing but the link. */
const BY_LINK = 'Someone with your passport link'

/** What a student's information was shown of: to people of a facility, and by a link of theirs, which they alone read of. */
function found(student: string, { q, from, to }: DisclosureFilter) {
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
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

export async function disclosures(
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
  await noteExport(tx, 'users', { view: 'disclosures', rows: rows.length })
  return rows
}

/** A seat as PostgreSQL shows it to a facility: with a name where one may be told. */
type RosterFacts = Omit<RosterRow, 'label' | 'is_named' | 'masked_because' | 'cleared_because'> & {
  label: string | null
  today: PlainDate
  shift_status: string
  closes_on: PlainDate
  has_release: boolean
}

/** Who is on shifts, as their facility may know them, by shift; each name that it tells is written down in the same transaction. */
export async function rostersAsFacility(
  tx: Tx,
  shifts: readonly string[],
): Promise<ReadonlyMap<string, RosterRow[]>> {
  const { rows } = await sql<{ shift_id: string; facts: RosterFacts }>`
    select s.id as shift_id, r.facts from unnest(${shifts}::uuid[]) with ordinality s (id, position)
    cross join lateral app.roster_as_facility(s.id) r (facts) order by s.position, r.facts -> 'number'`.execute(
    tx,
  )
  const rosters = new Map<string, RosterRow[]>(shifts.map((id) => [id, []]))
  for (const { shift_id: id, facts } of rows) rosters.get(id)!.push(rosterRowOf(facts))
  return rosters
}

function rosterRowOf({ today, shift_status, closes_on, has_release, ...row }: RosterFacts): RosterRow {
  const isNamed = row.label !== null
  const { opens_on } = row
  return {
    ...row,
    label: rosterLabel(row),
    is_named: isNamed,
    masked_because: isNamed ? null : maskReason({ today, shift_status, opens_on, closes_on, has_release }),
    cleared_because: isNamed && row.cleared === null ? 'not_checked' : null,
  }
}

/** The same for one shift. */
export async function rosterAsFacility(tx: Tx, shift: string): Promise<RosterRow[]> {
  return (await rostersAsFacility(tx, [shift])).get(shift)!
}
