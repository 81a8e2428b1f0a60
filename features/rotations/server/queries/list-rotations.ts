import { sql } from 'kysely'
import { agreedStates, endStates, studentStates, undecidedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { LooseSeries, RotationRow } from '../../contract.ts'
import { followingStates, releaseOf } from '../../rules.ts'
import { wishlistsOf } from './load-rotation.ts'

type Row = Omit<RotationRow, 'release'> & { is_canceled: boolean; published_count: number }

/** The school's rotations, latest first day first, with the progress of their shifts. */
export async function listRotations(
  tx: Tx,
  filter: { semester_id?: string | undefined; id?: string },
): Promise<RotationRow[]> {
  const { rows } = await sql<Row>`
    select r.id, r.version, r.semester_id, t.name as semester_name, r.name, r.course_code, r.specialty, r.origin, r.seats,
      nullif(concat_ws(', ', unit.name, site.name), '') as unit_label, (r.pattern -> 'weekdays') as weekdays,
      coalesce(x.first_date, (r.pattern ->> 'from')::date) as first_date, coalesce(x.last_date, (r.pattern ->> 'to')::date) as last_date,
      to_char(r.start_time, 'HH24:MI') as start_time, to_char(r.end_time, 'HH24:MI') as end_time, r.canceled_at is not null as is_canceled,
      coalesce(x.shift_count, 0) as shift_count, coalesce(x.draft_count, 0) as draft_count, coalesce(x.asked_count, 0) as asked_count,
      coalesce(x.agreed_count, 0) as agreed_count, coalesce(x.published_count, 0) as published_count
    from public.rotations r join public.semesters t on t.id = r.semester_id
    left join public.facilities unit on unit.id = r.facility_id left join public.facilities site on site.id = unit.parent_id
    left join lateral (select min(s.date) as first_date, max(s.date) as last_date, count(*)::integer as shift_count,
        (count(*) filter (where s.status = 'draft'))::integer as draft_count,
        (count(*) filter (where s.status in ${listed(undecidedStates)}))::integer as asked_count,
        (count(*) filter (where s.status in ${listed(agreedStates)} and s.starts_at > now()))::integer as agreed_count,
        (count(*) filter (where s.status in ${listed(studentStates)}))::integer as published_count
      from public.shifts s where s.series_id = r.series_id and s.school_id = r.school_id
        and s.status not in ${listed(endStates)}) x on true
    where (${filter.semester_id ?? null}::uuid is null or r.semester_id = ${filter.semester_id ?? null}::uuid)
      and (${filter.id ?? null}::uuid is null or r.id = ${filter.id ?? null}::uuid)
    order by first_date desc, r.name, r.id`.execute(tx)
  const wishlists = await wishlistsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ is_canceled, published_count: published, ...row }) => ({
    ...row,
    release: releaseOf({ is_canceled, published, wishlists: wishlists.get(row.id) ?? [] }),
  }))
}

/** The school's series on one unit that are not rotations and have upcoming shifts. */
export async function listSeries(tx: Tx): Promise<LooseSeries[]> {
  const { rows } = await sql<LooseSeries>`
    select s.series_id, s.semester_id, t.name as semester_name, coalesce(min(s.title), min(unit.name), 'Series') as name,
      nullif(concat_ws(', ', min(unit.name), min(site.name)), '') as unit_label,
      array_agg(distinct extract(isodow from s.date)::integer) as weekdays, min(s.date) as first_date, max(s.date) as last_date,
      to_char(min(s.start_time), 'HH24:MI') as start_time, to_char(min(s.end_time), 'HH24:MI') as end_time, count(*)::integer as shift_count
    from public.shifts s join public.semesters t on t.id = s.semester_id
    left join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id
    where s.series_id is not null and s.status in ${listed(followingStates)}
      and s.school_id = (select app.school_id()) and not exists (select from public.rotations r where r.series_id = s.series_id)
    group by s.series_id, s.semester_id, t.name having count(distinct s.facility_id) <= 1 and max(s.starts_at) > now()
    order by min(s.date), 4, s.series_id`.execute(tx)
  return rows
}
