import { sql } from 'kysely'
import { UNNAMED } from '#core/directory.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { askedSeats, aheadSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { byKindAndDay, type HoldingFacts, labelOf, type PlacedHolding } from '../../rules.ts'

/** The statuses of a capstone project that its student, faculty member and preceptor still work on. */
const goingOn = [
  'submitted',
  'under_review',
  'revisions_requested',
  'approved',
  'awaiting_preceptor',
  'matched',
  'active',
]

/**
 * A person's holdings that others depend on, for those who may deactivate them: those the caller can read, all holdings of students, and
 * those that row-level security may hide.
 */
const heldBy = (userId: string) => sql`(
  select h.* from app.held_by(${userId}::uuid) h
  union all
  select w.* from (
    select case when a.status in ${listed(askedSeats)} then 'request' else 'seat' end, a.id::text, x.date, x.school_id, x.facility_id,
        x.start_time, x.end_time, a.status, null
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.student_id = ${userId}::uuid and a.status in ${listed(aheadSeats)} and x.starts_at > now()
    union all
    select 'swap', s.id::text, x.date, x.school_id, x.facility_id, x.start_time, x.end_time, null,
        app.name_in_swap(s.id, case ${userId}::uuid when s.from_student_id then s.to_student_id else s.from_student_id end)
      from public.shift_swaps s join public.assignments a on a.id = s.assignment_id join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where ${userId}::uuid in (s.from_student_id, s.to_student_id) and s.status in ('proposed', 'accepted')
    union all
    select 'capstone', j.id::text, null, j.school_id, null, null, null, null, j.title from public.capstone_projects j
      where j.student_id = ${userId}::uuid and j.status = any (${goingOn}::text[])
    union all
    select 'capstone_faculty', j.id::text, null, j.school_id, null, null, null, null, concat_ws(', ', s.full_name, j.title)
      from public.capstone_projects j left join public.users s on s.id = j.student_id
      where j.faculty_id = ${userId}::uuid and j.status = any (${goingOn}::text[])
    union all
    select 'capstone_preceptor', n.id::text, null, null, r.facility_id, null, null, null, j.title
      from public.preceptors r join public.capstone_nominations n on n.preceptor_id = r.id and n.status in ('proposed', 'asked', 'accepted')
      join public.capstone_projects j on j.id = n.project_id and j.status = any (${goingOn}::text[]) where r.user_id = ${userId}::uuid
    union all
    select 'cohort', c.id::text, null, c.school_id, null, null, null, null, c.name
      from public.cohort_advisors a join public.cohorts c on c.id = a.cohort_id where a.user_id = ${userId}::uuid and c.status <> 'archived') w
  where app.may_deactivate(${userId}::uuid))`

/** Counts a person's holdings, for those who may deactivate them. */
export async function countHoldings(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${heldBy(userId)} h`.execute(tx)
  return rows[0]!.count
}

type Row = Pick<PlacedHolding, 'kind' | 'id' | 'date' | 'school_id' | 'facility_id'> & {
  start_time: string | null
  end_time: string | null
  /** The status of a seat, the permission, or the address of an invitation. */
  detail: string | null
  name: string | null
  facility: string | null
  above: string | null
}

const permissionOf = (type: string) => permissionLabels[type as keyof typeof permissionLabels].toLowerCase()

/** The facts of a label. */
function factsOf({ kind, date, start_time, end_time, detail, name, facility, above }: Row): HoldingFacts {
  if (kind === 'invitation') return { name, email: detail! }
  if (kind === 'permission' || kind === 'permission_request')
    return { permission: permissionOf(detail!), at: facility!, name }
  if (kind === 'cohort' || kind.startsWith('capstone')) return { name }
  if (kind === 'swap') name ??= UNNAMED
  return {
    date: date!,
    start_time: start_time!,
    end_time: end_time!,
    unit: facility,
    site: above,
    status: detail ?? '',
    name,
  }
}

/** A person's holdings with labels, in the order to decide on them. */
export async function listHoldings(tx: Tx, userId: string): Promise<PlacedHolding[]> {
  const { rows } = await sql<Row>`
    select h.kind, h.id, h.date, h.school_id, h.facility_id, to_char(h.start_time, 'HH24:MI') as start_time, to_char(h.end_time, 'HH24:MI') as end_time,
      h.detail, h.name, f.name as facility, p.name as above
    from ${heldBy(userId)} h left join public.facilities f on f.id = h.facility_id left join public.facilities p on p.id = f.parent_id`.execute(
    tx,
  )
  return rows
    .map((row) => {
      const { kind, id, date, school_id, facility_id } = row
      return { kind, id, date, school_id, facility_id, label: labelOf(kind, factsOf(row)) }
    })
    .toSorted(byKindAndDay)
}
