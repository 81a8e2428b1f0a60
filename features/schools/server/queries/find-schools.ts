import { type RawBuilder, sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { settingsOf } from '#core/school-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type {
  HourRequirement,
  Program,
  RegulatoryProfile,
  School,
  SchoolAccount,
  SchoolFilter,
  SchoolRow,
  SchoolSettings,
} from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'

function matching({ search, state, active }: SchoolFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (search) conditions.push(sql`(s.name ilike ${containing(search)} or s.city ilike ${containing(search)})`)
  if (state) conditions.push(sql`s.state = ${state}`)
  if (active) conditions.push(sql`s.is_active = ${active === 'yes'}`)
  return sql.join(conditions, sql` and `)
}

const orders: Record<SchoolFilter['sort'], RawBuilder<unknown>> = {
  name: sql`s.name`,
  state: sql`s.state`,
  created_at: sql`s.created_at`,
}

/** One page of schools with the number of people who may sign in, by role. */
export async function list(
  tx: Tx,
  filter: SchoolFilter,
  page: { offset: number; limit: number } | 'all',
): Promise<SchoolRow[]> {
  const direction = sql.raw(filter.dir === 'desc' ? 'desc nulls last' : 'asc')
  const { rows } = await sql<SchoolRow>`
    select s.id, s.name, s.city, s.state, s.is_active, s.created_at, s.version, p.students, p.proctors, p.administrators,
      (select count(*)::integer from public.programs g where g.school_id = s.id and g.is_active) as programs
    from (select * from public.schools s where ${matching(filter)}
      order by ${orders[filter.sort]} ${direction}, s.name, s.id ${page === 'all' ? sql`` : sql`limit ${page.limit} offset ${page.offset}`}) s
    cross join lateral (select count(*) filter (where u.role = 'student')::integer as students,
      count(*) filter (where u.role = 'proctor')::integer as proctors,
      count(*) filter (where u.role in ('school_admin', 'school_super_admin'))::integer as administrators
      from public.users u where u.linked_school_id = s.id and u.status = 'active') p
    order by ${orders[filter.sort]} ${direction}, s.name, s.id`.execute(tx)
  return rows
}

export async function countOf(tx: Tx, filter: SchoolFilter): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::integer as total from public.schools s where ${matching(filter)}`.execute(tx)
  return rows[0]!.total
}

const profileColumns = sql`r.id, r.jurisdiction, r.level, r.effective_from, r.effective_to, r.max_students_per_instructor,
  r.max_students_per_preceptor, r.ratio_covers_simulation, r.sim_cap_pct::double precision as sim_cap_pct, r.sim_cap_scope,
  r.sim_exchange_ratio::double precision as sim_exchange_ratio, r.min_total_hours, r.min_hours_per_area, r.source_url, r.verified_on,
  r.version, r.updated_at,
  case when (select app.is_superadmin()) then (select count(*)::integer from public.schools x where x.regulatory_profile_id = r.id) else 0 end as school_count`

export async function profiles(tx: Tx): Promise<RegulatoryProfile[]> {
  const { rows } = await sql<RegulatoryProfile>`
    select ${profileColumns} from public.regulatory_profiles r order by r.jurisdiction, r.level, r.effective_from desc`.execute(
    tx,
  )
  return rows
}

export async function profile(tx: Tx, id: string): Promise<RegulatoryProfile | undefined> {
  const { rows } = await sql<RegulatoryProfile>`
    select ${profileColumns} from public.regulatory_profiles r where r.id = ${id}`.execute(tx)
  return rows[0]
}

const programColumns = sql`g.id, g.school_id, g.name, g.level, g.total_required_hours::double precision as total_required_hours,
  g.requirements, g.hours_from, g.hours_source, g.earlier_hours, g.is_active, g.version, g.updated_at,
  (select count(*)::integer from public.cohorts c where c.program_id = g.id and c.school_id = g.school_id
    and c.status in ('planned', 'active', 'on_hold')) as cohort_count`

const unsaid: Omit<HourRequirement, 'specialty'> = {
  course_code: null,
  min_hours: 0,
  min_direct_hours: null,
  max_sim_hours: null,
  sim_pct: null,
  scope: 'program',
}
const whole = (row: Program): Program => ({
  ...row,
  requirements: row.requirements.map((requirement) => ({ ...unsaid, ...requirement })),
  earlier_hours: row.earlier_hours.map((hours) => ({
    ...hours,
    requirements: hours.requirements.map((requirement) => ({ ...unsaid, ...requirement })),
  })),
})

export async function program(tx: Tx, id: string): Promise<Program | undefined> {
  const { rows } =
    await sql<Program>`select ${programColumns} from public.programs g where g.id = ${id}`.execute(tx)
  return rows[0] && whole(rows[0])
}

/** The programs of a school, active ones first. */
export async function listPrograms(tx: Tx, schoolId: string): Promise<Program[]> {
  const { rows } = await sql<Program>`
    select ${programColumns} from public.programs g where g.school_id = ${schoolId} order by g.is_active desc, g.name, g.id`.execute(
    tx,
  )
  return rows.map(whole)
}

type SchoolRecord = Omit<School, 'settings' | 'programs' | 'profile'> & {
  settings: Partial<SchoolSettings>
  regulatory_profile_id: string | null
}

/** The caller's own school, any for the superadmin; undefined for other schools. */
export async function findById(tx: Tx, id: string): Promise<School | undefined> {
  const { rows } = await sql<SchoolRecord>`
    select s.id, s.name, s.slug, s.address, s.city, s.state, s.postal_code, s.phone, s.website, s.time_zone, s.primary_contact, s.unitid,
      s.is_active, s.settings, s.regulatory_profile_id, s.version, s.created_at, s.updated_at
    from public.schools s where s.id = ${id} and ((select app.is_superadmin()) or s.id = (select app.school_id()))`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  const programs = await listPrograms(tx, id)
  const { regulatory_profile_id: profileId, ...rest } = row
  return {
    ...rest,
    settings: settingsOf(row.settings),
    profile: (profileId && (await profile(tx, profileId))) || null,
    programs,
  }
}

/** A school's join code and administrators; undefined if the caller does not administer it. */
export async function account(tx: Tx, id: string): Promise<SchoolAccount | undefined> {
  const { rows } = await sql<SchoolAccount>`
    select c.code as join_code, c.changed_at as join_code_changed_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email, 'role', u.role, 'status', u.status)
          order by u.role desc, u.full_name, u.id)
        from public.users u where u.linked_school_id = s.id and u.role in ('school_admin', 'school_super_admin') and u.status in ('active', 'pending')), '[]') as administrators
    from public.schools s left join public.school_join_codes c on c.school_id = s.id
    where s.id = ${id} and app.administers_school(s.id)`.execute(tx)
  return rows[0]
}

/** The same; throws if the caller may not see it. */
export async function findOne(tx: Tx, id: string): Promise<School> {
  return (await findById(tx, id)) ?? refuse(schoolRefusals, refusal('school.missing'))
}
