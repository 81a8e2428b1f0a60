import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { AssignmentStatus } from '../../contract.ts'

export async function askForSeat(
  tx: Tx,
  seat: { id: string; shiftId: string; note: string | null },
): Promise<Asked> {
  const { rows } =
    await sql<Asked>`select a.id, a.status from app.ask_for_seat(${seat.id}::uuid, ${seat.shiftId}::uuid, ${seat.note}) a`.execute(
      tx,
    )
  return rows[0]!
}

type Asked = { id: string; status: AssignmentStatus }

export async function joinWaitlist(tx: Tx, seat: { id: string; shiftId: string }): Promise<Asked> {
  const { rows } =
    await sql<Asked>`select a.id, a.status from app.ask_for_seat(${seat.id}::uuid, ${seat.shiftId}::uuid, null, true) a`.execute(
      tx,
    )
  return rows[0]!
}
