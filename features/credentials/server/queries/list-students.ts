import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { Clearance, ClearanceStatus, StudentFilter, StudentRow } from '../../contract.ts'
import { type RequirementWithRule, gapsOf } from '../../rules.ts'
import { findNextClearance } from './readiness-of.ts'

type Student = Pick<StudentRow, 'person_id' | 'student_name' | 'cohort_name' | 'waiting'>
export type Checked = Student & { clearance: Clearance; next_shift: PlainDate | null }

/**
 * The students of the caller's school with their clearance for their next shift through its rotation's last
 * day; without a shift, for today. With `changed`, as it would be with that requirement.
 */
export async function checkStudents(
  tx: Tx,
  today: PlainDate,
  q = '',
  changed?: RequirementWithRule,
): Promise<Checked[]> {
  const { rows: students } = await sql<Student>`
    select u.id as person_id, u.full_name as student_name, k.name as cohort_name,
      (select count(*) from public.credentials c where c.person_id = u.id and c.school_id = u.linked_school_id and c.status in ('submitted', 'in_review'))::int as waiting
    from public.users u
    left join app.current_memberships m on m.student_id = u.id and m.school_id = u.linked_school_id
    left join public.cohorts k on k.id = m.cohort_id
    where u.linked_school_id = (select app.selected_school_id()) and u.role = 'student' and u.status = 'active'
      and (${q.trim()} = '' or u.full_name ilike ${containing(q)} or k.name ilike ${containing(q)})
    order by u.full_name, u.id`.execute(tx)
  const found = await findNextClearance(
    tx,
    students.map(({ person_id: id }) => id),
    today,
    changed,
  )
  return students.flatMap((student) => {
    const own = found.get(student.person_id)
    return own ? [{ ...student, clearance: own.clearance, next_shift: own.span?.date ?? null }] : []
  })
}

const PAGE_SIZE = 25
const order: Record<ClearanceStatus, number> = {
  not_cleared: 0,
  cleared_with_condition: 1,
  unknown: 2,
  cleared: 3,
}

/** The students that match a filter; those not cleared and with the nearest shift first. */
export async function findStudents(
  tx: Tx,
  today: PlainDate,
  { q, status, type_id: typeId }: StudentFilter,
): Promise<StudentRow[]> {
  return (await checkStudents(tx, today, q))
    .filter(
      ({ clearance }) =>
        (status === 'any' || clearance.status === status) &&
        (typeId === undefined || gapsOf(clearance).some((item) => item.type_id === typeId)),
    )
    .map(({ clearance, ...student }) => ({
      ...student,
      status: clearance.status,
      missing: gapsOf(clearance).map((item) => item.type_name),
    }))
    .toSorted(
      (a, b) =>
        order[a.status] - order[b.status] ||
        (a.next_shift ?? '9999').localeCompare(b.next_shift ?? '9999') ||
        a.student_name.localeCompare(b.student_name),
    )
}

/** One page of them. */
export async function listStudents(
  tx: Tx,
  today: PlainDate,
  { page, ...filter }: StudentFilter & { page: number },
) {
  const all = await findStudents(tx, today, filter)
  return { rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: all.length }
}
