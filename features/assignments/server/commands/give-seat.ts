import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { asContractError } from '#platform/server/pg-errors.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import { keepDecided } from '#features/credentials/server/public.ts'
import { type Override, ruleOfRefusal } from '../../rules.ts'

export type NewSeat = {
  studentId: string
  source: string
  /** The soft rule that is set aside for it, and why. */
  override: Override | null
  /** As it was when the seat was given. */
  clearance?: ClearanceBrief | null
  /** The seat whose hours it makes up. */
  makeupFor?: string
}
export type GivenSeat =
  | { studentId: string; id: string; version: number; refused: null }
  | { studentId: string; id: null; version: null; refused: { rule: string; error: unknown; message: string } }

type Row = {
  student_id: string
  assignment_id: string | null
  version: number | null
  code: string | null
  detail: string | null
}

/** Puts students on a shift, each by itself; PostgreSQL counts, and refuses what stands in the way by then. */
export async function giveSeats(tx: Tx, shiftId: string, seats: readonly NewSeat[]): Promise<GivenSeat[]> {
  if (seats.length === 0) return []
  const wanted = seats.map(({ studentId, source, override, makeupFor }) => ({
    student: studentId,
    source,
    ...override,
    makeup_for: makeupFor,
  }))
  const { rows } = await sql<Row>`
    select * from app.give_seats(${shiftId}::uuid, ${JSON.stringify(wanted)}::jsonb)`.execute(tx)
  const given = rows.map(outcomeOf)
  await keepDecided(
    tx,
    given.flatMap(({ id }, at) => (id && seats[at]!.clearance ? [{ id, ...seats[at]!.clearance }] : [])),
  )
  return given
}

function outcomeOf({ student_id: studentId, assignment_id: id, version, code, detail }: Row): GivenSeat {
  if (id !== null) return { studentId, id, version: version!, refused: null }
  // As if PostgreSQL had thrown it: worded by the catalog of the feature that refuses.
  const error = asContractError(Object.assign(new Error(code ?? ''), { code: 'PW409', detail }))
  if (!(error instanceof ORPCError)) throw error
  const rule = (error.data as { values?: { rule?: string } } | undefined)?.values?.rule
  const refused = { rule: rule ?? ruleOfRefusal(code ?? ''), error, message: error.message }
  return { studentId, id: null, version: null, refused }
}

/** Puts one student on a shift; throws the refusal where that is not possible. */
export async function giveSeat(tx: Tx, shiftId: string, seat: NewSeat): Promise<{ id: string }> {
  const [given] = await giveSeats(tx, shiftId, [seat])
  if (given!.refused) throw given!.refused.error
  return { id: given!.id }
}
