import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { ActorContext } from '#platform/server/guard.ts'
import type { RequirementFields } from '#features/credential-types/contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import { type RequirementWithRule, becomeNotCleared, type Held } from '../../rules.ts'
import { clearanceOfSeat, findBasis, findSeatsAt, type Seat } from './find-seats.ts'
import { findToday } from './list-credentials.ts'
import { checkStudents } from './list-students.ts'

type Fields = Omit<RequirementFields, 'file_ids' | 'is_draft' | 'providers'> & { id: string }
export type Impact = { people: number; becoming: number; is_cut: boolean }

/** The most seats to check, soonest first. */
export const MAX_SEATS = 20_000

/**
 * Counts how many students a requirement would make not cleared if saved this way. For a school:
 * of all its students that the caller sees. For a facility: of those with upcoming seats there,
 * counted as the worker, because a facility reads only these numbers.
 */
export const impactCounter =
  ({ workerPool, mostSeats = MAX_SEATS }: { workerPool: Pool; mostSeats?: number }) =>
  async ({ act }: Pick<ActorContext, 'act'>, fields: Fields): Promise<Impact> => {
    if (fields.facility_id === null) return act((tx) => countImpact(tx, fields))
    const changed = await act((tx) => changedAtFacility(tx, fields))
    return withActor(workerPool, null, (tx) => countAtFacility(tx, changed, mostSeats), { deadlineMs: 5_000 })
  }

/** How many students a school's requirement would make not cleared, of all students of the caller's school. */
export async function countImpact(tx: Tx, fields: Fields): Promise<Impact> {
  const today = await findToday(tx)
  const { rows } = await sql<{ id: string }>`select (select app.selected_school_id()) as id`.execute(tx)
  const school = rows[0]!.id
  const changed: RequirementWithRule = {
    ...(await asSaved(tx, fields)),
    scope_kind: fields.cohort_id ? 'cohort' : fields.program_id ? 'program' : 'school',
    scope_id: fields.cohort_id ?? fields.program_id ?? school,
    school_id: school,
  }
  const [before, after] = [await checkStudents(tx, today), await checkStudents(tx, today, '', changed)]
  return { people: after.length, becoming: becomeNotCleared(before, after), is_cut: false }
}

/** A facility's requirement that the caller may edit, as it would be saved. */
async function changedAtFacility(
  tx: Tx,
  fields: Fields,
): Promise<RequirementWithRule & { facility_id: string }> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.facilities f where f.id = ${fields.facility_id}::uuid and (select app.role()) = 'facility_admin'
      and f.id in (select app.facility_scope((select app.facility_id())))`.execute(tx)
  refuseIf(credentialRefusals, rows[0] ? null : refusal('credential.not_your_facility'))
  const facility = rows[0]!.id
  return {
    ...(await asSaved(tx, fields)),
    scope_kind: 'site',
    scope_id: facility,
    school_id: null,
    facility_id: facility,
  }
}

async function asSaved(tx: Tx, fields: Fields) {
  const type = await findType(tx, fields.type_id)
  if (!type) return refuse(credentialRefusals, refusal('credential.missing'))
  return {
    ...fields,
    type_code: type.code,
    type_name: type.name,
    type_validity: type.validity,
    type_category: type.category,
    type_evidence: type.evidence,
    type_facility_id: type.owner_facility_id,
    grace_days: type.grace_days,
    scope_name: '',
    status: 'active' as const,
  }
}

async function countAtFacility(
  tx: Tx,
  changed: RequirementWithRule & { facility_id: string },
  most: number,
): Promise<Impact> {
  const found = await findSeatsAt(tx, changed.facility_id, most)
  const seats = found.slice(0, most)
  if (seats.length === 0) return { people: 0, becoming: 0, is_cut: false }
  const { requirements, heldOf } = await findBasis(tx, seats)
  return {
    ...impactOn(seats, heldOf, {
      before: requirements,
      after: [...requirements.filter(({ id }) => id !== changed.id), changed],
    }),
    is_cut: found.length > seats.length,
  }
}

/** How many people have these seats, and how many of them become not cleared with the second set of requirements. */
export function impactOn(
  seats: readonly Seat[],
  heldOf: (seat: Seat) => readonly Held[],
  { before, after }: { before: readonly RequirementWithRule[]; after: readonly RequirementWithRule[] },
): Omit<Impact, 'is_cut'> {
  const over = (asked: readonly RequirementWithRule[]) =>
    seats.map((seat) => ({
      person_id: seat.student_id,
      clearance: clearanceOfSeat(seat, asked, heldOf(seat)),
    }))
  return {
    people: new Set(seats.map((seat) => seat.student_id)).size,
    becoming: becomeNotCleared(over(before), over(after)),
  }
}
