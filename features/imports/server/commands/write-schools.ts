import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** A part of a file by its lines, and whether schools that are there already are changed. */
export type Slice = { id: string; from: number; to: number; withChanges: boolean }

/** Writes schools as their rows were judged: whole sets, a statement for each table, with the superadmin's own login. */
export async function writeSchools(tx: Tx, slice: Slice): Promise<void> {
  await addSchools(tx, slice)
  if (slice.withChanges) await changeSchools(tx, slice)
  await addPrograms(tx, slice)
}

const within = ({ id, from, to }: Slice) =>
  sql`r.import_id = ${id}::uuid and r.line between ${from}::integer and ${to}::integer`

async function addSchools(tx: Tx, slice: Slice): Promise<void> {
  await sql`
    with wanted as materialized (
      select r.line, gen_random_uuid() as id, r.data,
        coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude
      from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
      where ${within(slice)} and r.verdict = 'new'
    ), school as (
      insert into public.schools (id, name, slug, city, state, time_zone, unitid, aliases, address, postal_code, phone, website, latitude, longitude)
      select w.id, w.data ->> 'name', app.slug_of(w.data ->> 'name', w.id), w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone',
        w.data ->> 'unitid', array(select jsonb_array_elements_text(w.data -> 'aliases')), w.data ->> 'address', w.data ->> 'postal_code',
        w.data ->> 'phone', w.data ->> 'website', w.latitude, w.longitude
      from wanted w
    ), code as (
      -- What students type beside the school's name: drawn by a trigger, and the school may change it.
      insert into public.school_join_codes (school_id) select w.id from wanted w on conflict (school_id) do nothing
    )
    update public.import_rows r set target_id = w.id from wanted w where r.import_id = ${slice.id}::uuid and r.line = w.line`.execute(
    tx,
  )
}

async function changeSchools(tx: Tx, slice: Slice): Promise<void> {
  await sql`
    update public.schools s set
      unitid = r.data ->> 'unitid', name = r.data ->> 'name', city = coalesce(r.data ->> 'city', s.city), state = r.data ->> 'state',
      aliases = case when r.changes ? 'aliases' then array(select jsonb_array_elements_text(r.data -> 'aliases')) else s.aliases end,
      address = coalesce(r.data ->> 'address', s.address), postal_code = coalesce(r.data ->> 'postal_code', s.postal_code),
      phone = coalesce(r.data ->> 'phone', s.phone), website = coalesce(r.data ->> 'website', s.website),
      latitude = case when r.changes ? 'position' then coalesce((r.data ->> 'latitude')::float8, z.latitude) else s.latitude end,
      longitude = case when r.changes ? 'position' then coalesce((r.data ->> 'longitude')::float8, z.longitude) else s.longitude end
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where ${within(slice)} and r.verdict = 'changed' and s.id = r.target_id`.execute(tx)
}

async function addPrograms(tx: Tx, slice: Slice): Promise<void> {
  await sql`
    insert into public.programs (school_id, name, level)
    select r.target_id, x.name, x.level
    from public.import_rows r, jsonb_to_recordset(r.data -> 'programs') as x (name text, level text)
    where ${within(slice)} and (r.verdict = 'new' or (${slice.withChanges} and r.verdict = 'changed'))
      and not exists (select 1 from public.programs p where p.school_id = r.target_id and p.level = x.level)
    on conflict (school_id, name) do nothing`.execute(tx)
}
