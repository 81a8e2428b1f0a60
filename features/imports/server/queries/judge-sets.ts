/** Judges the rows of a file in bulk, one statement for each kind (docs/decisions/021-imports-are-checked-before-writing.md). */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Runs statements planned for this file, without nested loops: a cached plan was made for another file, and the planner has no statistics
 * on rows just inserted, so it would scan one set for each row of the other.
 */
async function planForFile(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_nestloop', 'off', true)`.execute(
    tx,
  )
  await work()
  await sql`select set_config('plan_cache_mode', 'auto', true), set_config('enable_nestloop', 'on', true)`.execute(
    tx,
  )
}

/**
 * Judges each site of a file. Its identity is the Facility ID; a site entered by hand without one matches by name, city and state. Fields
 * that the file lacks stay as they are, and so does a known position unless the file has one.
 */
export const judgeSites = (tx: Tx, id: string): Promise<void> =>
  planForFile(tx, () =>
    sql`
  with f as (
    select r.line, r.problem, r.is_left_out, r.data ->> 'cms_certification_number' as ccn, r.data,
      coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude,
      min(r.line) filter (where r.problem is null and not r.is_left_out) over (partition by r.data ->> 'cms_certification_number') as first_line
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = ${id}::uuid
  ), by_id as (
    select f.line, s.id from f join public.sites s on s.cms_certification_number = f.ccn
  ), without_id as materialized (
    select n.id, lower(n.name) as name, lower(n.city) as city, n.state from public.facilities n join public.sites s on s.id = n.id
    where n.kind = 'site' and n.status = 'active' and s.cms_certification_number is null
  ), by_name as (
    select distinct on (n.id) f.line, n.id
    from f join without_id n on n.name = lower(f.data ->> 'name') and n.city = lower(f.data ->> 'city') and n.state = f.data ->> 'state'
    where f.problem is null and not f.is_left_out and f.line = f.first_line and not exists (select 1 from by_id b where b.line = f.line)
    order by n.id, f.line
  ), target as (
    select line, id, false as is_by_name from by_id
    union all (select distinct on (line) line, id, true from by_name order by line, id)
  ), judged as materialized (
    select f.line, t.id as target_id, t.is_by_name, n.status,
      case when t.id is null then '{}' else coalesce((select jsonb_object_agg(c.field, jsonb_build_array(c.old, c.new)) from (values
        ('cms_certification_number', to_jsonb(s.cms_certification_number), f.data -> 'cms_certification_number'),
        ('name', to_jsonb(n.name), f.data -> 'name'),
        ('city', to_jsonb(n.city), f.data -> 'city'),
        ('state', to_jsonb(n.state), f.data -> 'state'),
        ('address', to_jsonb(s.address), f.data -> 'address'),
        ('postal_code', to_jsonb(s.postal_code), f.data -> 'postal_code'),
        ('county', to_jsonb(s.county), f.data -> 'county'),
        ('phone', to_jsonb(s.phone), f.data -> 'phone'),
        ('site_type', to_jsonb(s.site_type), f.data -> 'site_type'),
        ('ownership', to_jsonb(s.ownership), f.data -> 'ownership'),
        ('has_emergency_services', to_jsonb(s.has_emergency_services), f.data -> 'has_emergency_services'),
        ('position', to_jsonb(s.latitude || ', ' || s.longitude),
          case when s.latitude is null or jsonb_typeof(f.data -> 'latitude') = 'number' then to_jsonb(f.latitude || ', ' || f.longitude) end)
      ) as c (field, old, new) where c.new is not null and jsonb_typeof(c.new) <> 'null' and c.new is distinct from c.old), '{}') end as changes
    from f left join target t on t.line = f.line
      left join public.facilities n on n.id = t.id left join public.sites s on s.id = t.id
  ), verdicts as (
    select f.line,
      case when f.is_left_out then 'left_out' when f.problem is not null then 'invalid' when f.line <> f.first_line then 'duplicate'
        when j.target_id is null then 'new' when j.changes = '{}' or j.status = 'archived' then 'unchanged' else 'changed' end as verdict,
      case when f.is_left_out then null when f.problem is not null then f.problem
        when f.line <> f.first_line then 'same_row ' || f.first_line
        when j.status = 'archived' then 'archived'
        when j.is_by_name then 'by_name' end as reason,
      case when f.is_left_out or f.problem is not null or f.line <> f.first_line or j.target_id is null or j.status = 'archived' then '{}' else j.changes end as changes,
      case when f.is_left_out or f.problem is not null or f.line <> f.first_line then null else j.target_id end as target_id
    from f join judged j on j.line = f.line
  )
  update public.import_rows r set verdict = v.verdict, reason = v.reason, changes = v.changes, target_id = v.target_id
  from verdicts v
  where r.import_id = ${id}::uuid and r.line = v.line
    and (r.verdict, r.reason, r.changes, r.target_id) is distinct from (v.verdict, v.reason, v.changes, v.target_id)`.execute(
      tx,
    ),
  )

/** Judges each school of a file in the same way; its identity is the UNITID. */
export const judgeSchools = (tx: Tx, id: string): Promise<void> =>
  planForFile(tx, () =>
    sql`
  with f as (
    select r.line, r.problem, r.is_left_out, r.data ->> 'unitid' as unitid, r.data,
      coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude,
      min(r.line) filter (where r.problem is null and not r.is_left_out) over (partition by r.data ->> 'unitid') as first_line
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = ${id}::uuid
  ), by_id as (
    select f.line, s.id from f join public.schools s on s.unitid = f.unitid
  ), by_name as (
    select distinct on (s.id) f.line, s.id
    from f join public.schools s on s.unitid is null and lower(s.name) = lower(f.data ->> 'name') and s.state = f.data ->> 'state'
    where f.problem is null and not f.is_left_out and f.line = f.first_line and not exists (select 1 from by_id b where b.line = f.line)
    order by s.id, f.line
  ), target as (
    select line, id, false as is_by_name from by_id
    union all (select distinct on (line) line, id, true from by_name order by line, id)
  ), judged as materialized (
    select f.line, t.id as target_id, t.is_by_name,
      coalesce((select jsonb_object_agg(c.field, jsonb_build_array(c.old, c.new)) from (values
        ('unitid', to_jsonb(s.unitid), f.data -> 'unitid'),
        ('name', to_jsonb(s.name), f.data -> 'name'),
        ('aliases', to_jsonb(s.aliases), case when f.data -> 'aliases' <> '[]' then f.data -> 'aliases' end),
        ('city', to_jsonb(s.city), f.data -> 'city'),
        ('state', to_jsonb(s.state), f.data -> 'state'),
        ('address', to_jsonb(s.address), f.data -> 'address'),
        ('postal_code', to_jsonb(s.postal_code), f.data -> 'postal_code'),
        ('phone', to_jsonb(s.phone), f.data -> 'phone'),
        ('website', to_jsonb(s.website), f.data -> 'website'),
        ('position', to_jsonb(s.latitude || ', ' || s.longitude),
          case when s.latitude is null or jsonb_typeof(f.data -> 'latitude') = 'number' then to_jsonb(f.latitude || ', ' || f.longitude) end),
        ('programs', to_jsonb((select array_agg(p.level order by p.level) from public.programs p where p.school_id = s.id)),
          (select jsonb_agg(x.level order by x.level) from jsonb_to_recordset(f.data -> 'programs') as x (level text)
            where not exists (select 1 from public.programs p where p.school_id = s.id and p.level = x.level)))
      ) as c (field, old, new) where c.new is not null and jsonb_typeof(c.new) <> 'null' and c.new is distinct from c.old), '{}') as changes
    from f left join target t on t.line = f.line left join public.schools s on s.id = t.id
  )
  update public.import_rows r set
    verdict = case when f.is_left_out then 'left_out' when f.problem is not null then 'invalid' when f.line <> f.first_line then 'duplicate'
      when j.target_id is null then 'new' when j.changes = '{}' then 'unchanged' else 'changed' end,
    reason = case when f.is_left_out then null when f.problem is not null then f.problem
      when f.line <> f.first_line then 'same_row ' || f.first_line
      when j.is_by_name then 'by_name' end,
    changes = case when f.is_left_out or f.problem is not null or f.line <> f.first_line or j.target_id is null then '{}' else j.changes end,
    target_id = case when f.is_left_out or f.problem is not null or f.line <> f.first_line then null else j.target_id end
  from f join judged j on j.line = f.line
  where r.import_id = ${id}::uuid and r.line = f.line`.execute(tx),
  )

/**
 * Finds the parent of new sites: the chosen organization, else one of the same name in the same city, else a new one of that name, which
 * new sites of one name and city share.
 */
export const attachSites = (tx: Tx, id: string, chosen: string | null): Promise<void> =>
  planForFile(tx, () =>
    sql`
  with f as (
    select r.line, lower(r.data ->> 'name') as name, r.data ->> 'city' as city, r.data ->> 'state' as state
    from public.import_rows r where r.import_id = ${id}::uuid and r.verdict = 'new'
  ), there as (
    select distinct on (f.name, f.city, f.state) f.name, f.city, f.state, coalesce(o.id, gen_random_uuid()) as id
    from f left join public.facilities o on o.kind = 'organization' and o.status = 'active' and lower(o.name) = f.name
      and o.city = f.city and o.state = f.state
    order by f.name, f.city, f.state, o.created_at, o.id
  )
  update public.import_rows r set parent_id = coalesce(${chosen}::uuid, t.id)
  from f join there t on t.name = f.name and t.city = f.city and t.state = f.state
  where r.import_id = ${id}::uuid and r.line = f.line`.execute(tx),
  )
