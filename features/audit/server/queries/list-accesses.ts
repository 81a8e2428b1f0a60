import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { ofOwnSchool } from '#platform/server/own-school.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessEvent, AccessFilter } from '../../contract.ts'

export const PAGE_SIZE = 20

/** Reads, exports and refusals that the reader may see (row-level security decides), newest first; days are the reader's school's. */
export async function listAccesses(
  tx: Tx,
  role: Role,
  filter: AccessFilter & { before_id?: number | undefined; limit: number },
): Promise<AccessEvent[]> {
  const like = containing(filter.q)
  const [kind, outcome] = [filter.kind ?? null, filter.outcome ?? null]
  const [from, to] = [filter.from ?? null, filter.to ?? null]
  const zone = await ownZone(tx)
  // By index for those who may read the records of a school: under policies no index finds a student among others.
  const isAbout =
    role === 'facility_admin'
      ? sql`x.student_ids @> array[${filter.about_student_id ?? null}::uuid]`
      : sql`x.id = any (array(select l.id from app.looks_at_record(${filter.about_student_id ?? null}::uuid) l))`
  const newest = (scope: RawBuilder<unknown>) => sql`
      select x.* from public.access_events x
      where ${scope} and (${filter.q} = '' or x.actor_name ilike ${like} or x.acting_as_name ilike ${like})
        and (${kind}::text is null or x.kind = ${kind}) and (${outcome}::text is null or x.outcome = ${outcome})
        and (${filter.by_user_id ?? null}::uuid is null or x.actor_id = ${filter.by_user_id ?? null}::uuid)
        and ${filter.about_student_id ? isAbout : sql`true`}
        and (${from}::date is null or x.at >= ${from}::date::timestamp at time zone ${zone})
        and (${to}::date is null or x.at < (${to}::date + 1)::timestamp at time zone ${zone})
        and (${filter.before_id ?? null}::bigint is null
          or (x.at, x.id) < (select b.at, b.id from public.access_events b where b.id = ${filter.before_id ?? null}::bigint))
      order by x.at desc, x.id desc limit ${filter.limit}`
  // Facilities one by one, because no index has the rows of several in order.
  const page =
    role === 'facility_admin'
      ? sql`select n.* from (select app.facility_scope((select app.facility_id())) as id) f cross join lateral (${newest(sql`x.facility_id = f.id`)}) n
        order by n.at desc, n.id desc limit ${filter.limit}`
      : newest(ofOwnSchool(role, 'x.school_id'))
  const { rows } = await sql<AccessEvent>`
    select e.id::float8 as id, e.at, e.kind, e.outcome, e.code, e.call, e.what, e.times, e.actor_id, e.actor_name, e.actor_role,
      e.acting_as_name, s.name as school_name, cardinality(e.student_ids) as students,
      array(select u.full_name from public.users u where u.id = any (e.student_ids) order by u.full_name limit 3) as student_names,
      e.reason, e.request_id, e.address_digest as network
    from (${page}) e
    left join public.schools s on s.id = e.school_id
    order by e.at desc, e.id desc`.execute(tx)
  return rows
}
