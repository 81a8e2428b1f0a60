import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { asContractError } from '#platform/server/pg-errors.ts'
import type { Tx } from '#platform/server/db.ts'
import { inSavepoint } from '#platform/server/savepoint.ts'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import { saveClearanceAtDecision } from '#features/credentials/server/public.ts'
import { type Override, ruleOfRefusal } from '../../rules.ts'
import '../refusals.ts'

export type NewSeat = {
  studentId: string
  source: string
  /** The soft rule that is overridden for the seat, and why. */
  override: Override | null
  /** As of when the seat was given. */
  clearance?: ClearanceBrief | null
  /** The seat whose hours it makes up. */
  makeupFor?: string
}
export type GivenSeat =
  | { studentId: string; id: string; version: number; refused: null }
  | { studentId: string; id: null; version: null; refused: { rule: string; error: unknown; message: string } }

/** Puts students on a shift, each separately; PostgreSQL counts, and refuses what is blocked by then. */
export async function giveSeats(tx: Tx, shiftId: string, seats: readonly NewSeat[]): Promise<GivenSeat[]> {
  const given: GivenSeat[] = []
  for (const seat of seats) given.push(await placeStudent(tx, shiftId, seat))
  await saveClearanceAtDecision(
    tx,
    given.flatMap(({ id }, at) => (id && seats[at]!.clearance ? [{ id, ...seats[at]!.clearance }] : [])),
  )
  return given
}

/** How PostgreSQL refuses a seat: a rule, a clash, or one seat per student. */
const refusals = ['PW409', '23P01', '23505']

/** Gives one seat; a refusal does not affect the others. */
async function placeStudent(tx: Tx, shiftId: string, seat: NewSeat): Promise<GivenSeat> {
  const { studentId, source, override, makeupFor = null } = seat
  const statement = sql<{ id: string; version: number }>`
    select a.id, a.version from app.place_student(${shiftId}::uuid, ${studentId}::uuid, ${source}, ${override && JSON.stringify(override)}::jsonb, ${makeupFor}::uuid) a`
  try {
    const { rows } = await inSavepoint(tx, () => statement.execute(tx))
    return { studentId, ...rows[0]!, refused: null }
  } catch (thrown) {
    if (!refusals.includes((thrown as { code?: string }).code ?? '')) throw thrown
    return { studentId, id: null, version: null, refused: refusedBy(thrown) }
  }
}

/** A refusal by PostgreSQL in the words of the feature that refuses, with the rule that blocks it. */
function refusedBy(thrown: unknown) {
  const error = asContractError(thrown)
  if (!(error instanceof ORPCError)) throw error
  const { code, values } = error.data as { code: string; values?: { rule?: string } }
  return { rule: values?.rule ?? ruleOfRefusal(code), error, message: error.message }
}

/** Puts one student on a shift; throws the refusal if that is not possible. */
export async function giveSeat(
  tx: Tx,
  shiftId: string,
  seat: NewSeat,
): Promise<{ id: string; version: number }> {
  const [given] = await giveSeats(tx, shiftId, [seat])
  if (given!.refused) throw given!.refused.error
  return { id: given!.id, version: given!.version }
}
