import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type Dictionary, dictionaryOf, type MappedUnit, pairKey } from '../../rules.ts'
import type { MappingWord } from '../../contract.ts'

type Run = { school_id: string; facility_id: string | null }

/** Units in use at or below a run's facility that the school has an active agreement for; nothing about students. */
export async function loadUnits(
  tx: Tx,
  { school_id: school, facility_id: facility }: Run,
): Promise<MappedUnit[]> {
  const { rows } = await sql<MappedUnit>`
    select u.id, f.name, u.code, u.specialty, u.population, concat_ws(' · ', s.name, o.name) as detail
    from public.units u join public.facilities f on f.id = u.id
      join public.facilities s on s.id = f.parent_id join public.facilities o on o.id = s.parent_id
    where f.status = 'active' and (${facility}::uuid is null or ${facility}::uuid in (f.id, s.id, o.id))
      and exists (select from public.partnerships p where p.school_id = ${school}::uuid and p.organization_id = o.id and p.status = 'active'
        and (p.all_sites or exists (select from public.partnership_sites x where x.partnership_id = p.id and x.site_id = s.id)))
    order by f.name, u.id`.execute(tx)
  return rows
}

/** The words for every facility, then those of the run's facility and its ancestors, so that the nearest take precedence. */
export async function loadDictionary(tx: Tx, { facility_id: facility }: Run): Promise<Dictionary> {
  const { rows } = await sql<Pick<MappingWord, 'term' | 'specialty'>>`
    select w.term, w.specialty from public.mapping_words w left join public.facilities f on f.id = w.facility_id
    where w.facility_id is null or w.facility_id in (select l.id from app.facility_line(${facility}::uuid) l)
    order by array_position(array['organization', 'site', 'unit'], f.kind) nulls first, w.term`.execute(tx)
  return dictionaryOf(rows)
}

/** Pairs that are proposed, active or rejected, so they are not proposed again. */
export async function loadKnown(tx: Tx, schoolId: string): Promise<Set<string>> {
  const { rows } = await sql<Parameters<typeof pairKey>[0]>`
    select program_id, course_code, specialty, facility_id from public.mappings
    where school_id = ${schoolId}::uuid and status in ('proposed', 'active', 'rejected')`.execute(tx)
  return new Set(rows.map(pairKey))
}
