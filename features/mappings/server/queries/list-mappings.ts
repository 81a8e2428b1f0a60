import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { Mapping, mappingQuery } from '../../contract.ts'

/** Mappings that the actor may see, with the names of what they connect. */
export const mappingsOf = (tx: Tx) =>
  tx
    .selectFrom('mappings as m')
    .innerJoin('schools as s', 's.id', 'm.school_id')
    .innerJoin('programs as p', 'p.id', 'm.program_id')
    .leftJoin('facilities as f', 'f.id', 'm.facility_id')
    .leftJoin('facilities as a', 'a.id', 'f.parent_id')
    .leftJoin('facilities as o', 'o.id', 'a.parent_id')
    .leftJoin('users as r', 'r.id', 'm.reviewed_by')
    .select(['m.id', 'm.school_id', 's.name as school_name', 'm.program_id', 'p.name as program_name'])
    .select([
      'm.course_code',
      'm.facility_id',
      'f.name as facility_name',
      'm.priority',
      'm.words',
      'm.rationale',
    ])
    .select([
      'm.run_id',
      'm.review_note',
      'r.full_name as reviewed_by_name',
      'm.reviewed_at',
      'm.created_at',
      'm.version',
    ])
    .select([
      sql<Mapping['specialty']>`m.specialty`.as('specialty'),
      sql<Mapping['specialties']>`m.specialties`.as('specialties'),
      sql<Mapping['status']>`m.status`.as('status'),
      sql<Mapping['origin']>`m.origin`.as('origin'),
      sql<Mapping['facility_kind']>`f.kind`.as('facility_kind'),
      sql<Mapping['facility_status']>`f.status`.as('facility_status'),
      sql<string | null>`nullif(concat_ws(' · ', a.name, o.name), '')`.as('facility_detail'),
      sql<number | null>`m.min_hours::float8`.as('min_hours'),
      sql<number | null>`m.confidence::float8`.as('confidence'),
      sql<number | null>`(select (q ->> 'min_hours')::float8 from jsonb_array_elements(p.requirements) q
        where q ->> 'specialty' = m.specialty and nullif(q ->> 'course_code', '') is not distinct from m.course_code limit 1)`.as(
        'required_hours',
      ),
      sql<boolean>`((select app.role()) <> 'facility_admin' or m.facility_id in (select app.facility_scope((select app.facility_id()))))`.as(
        'is_own',
      ),
    ])

type Query = z.infer<typeof mappingQuery>
const sorts = {
  course: sql`m.course_code`,
  specialty: sql`m.specialty`,
  confidence: sql`m.confidence`,
  created_at: sql`m.created_at`,
}

/** A page of the mappings that match a filter. */
export async function listMappings(tx: Tx, filter: Query): Promise<{ rows: Mapping[]; total: number }> {
  const { search, sort, dir, page, page_size: size } = filter
  const like = containing(search)
  const rows = await mappingsOf(tx)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .$if(filter.status !== undefined, (query) => query.where('m.status', '=', filter.status!))
    .$if(filter.school_id !== undefined, (query) => query.where('m.school_id', '=', filter.school_id!))
    .$if(filter.specialty !== undefined, (query) => query.where('m.specialty', '=', filter.specialty!))
    .$if(filter.origin !== undefined, (query) => query.where('m.origin', '=', filter.origin!))
    .$if(filter.facility_id !== undefined, (query) =>
      query.where(sql<boolean>`${filter.facility_id!}::uuid in (f.id, a.id, o.id)`),
    )
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('m.course_code', 'ilike', like),
          eb('f.name', 'ilike', like),
          eb('a.name', 'ilike', like),
          eb('p.name', 'ilike', like),
          eb('s.name', 'ilike', like),
        ]),
      ),
    )
    .orderBy(sorts[sort], (order) => (dir === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('m.specialty')
    .orderBy('m.priority')
    .orderBy('m.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
