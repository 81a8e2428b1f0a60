import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import { sql } from 'kysely'
import type { AccessEvent, AccessFilter } from '../../contract.ts'

export const PAGE_SIZE = 20

/** Reads, exports and refusals that the reader may see (row-level security decides), newest first; days are the reader's school's. */
export async function listAccesses(
  tx: Tx,
  filter: AccessFilter & { before_id?: number | undefined; limit: number },
): Promise<AccessEvent[]> {
  const like = containing(filter.q)
  const [kind, outcome] = [filter.kind ?? null, filter.outcome ?? null]
  const [from, to] = [filter.from ?? null, filter.to ?? null]
  const zone = await ownZone(tx)
  const { rows } = await sql<AccessEvent>`
    select e.id::float8 as id, e.at, e.kind, e.outcome, e.code, e.call, e.what, e.times, e.actor_id, e.actor_name, e.actor_role,
      e.acting_as_name, s.name as school_name, cardinality(e.student_ids) as students,
      array(select u.full_name from public.users u where u.id = any (e.student_ids) order by u.full_name limit 3) as student_names,
      e.reason, e.request_id, e.address_digest as network
    from (
      select x.* from public.access_events x
      where (${filter.q} = '' or x.actor_name ilike ${like} or x.acting_as_name ilike ${like})
        and (${kind}::text is null or x.kind = ${kind}) and (${outcome}::text is null or x.outcome = ${outcome})
        and (${filter.by_user_id ?? null}::uuid is null or x.actor_id = ${filter.by_user_id ?? null}::uuid)
        and (${filter.about_student_id ?? null}::uuid is null or x.student_ids @> array[${filter.about_student_id ?? null}::uuid])
        and (${from}::date is null or x.at >= ${from}::date::timestamp at time zone ${zone})
        and (${to}::date is null or x.at < (${to}::date + 1)::timestamp at time zone ${zone})
        and (${filter.before_id ?? null}::bigint is null
          or (x.at, x.id) < (select b.at, b.id from public.access_events b where b.id = ${filter.before_id ?? null}::bigint))
      order by x.at desc, x.id desc limit ${filter.limit}) e
    left join public.schools s on s.id = e.school_id
    order by e.at desc, e.id desc`.execute(tx)
  return rows
}
