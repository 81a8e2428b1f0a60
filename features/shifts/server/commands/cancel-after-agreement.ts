import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

type Ended = {
  shiftIds: string[]
  schoolId: string
  organizationId: string
  after: PlainDate
  reason: string
}

/** Cancels those of these shifts that still stand after the last day of an agreement, as the worker; returns how many. */
export async function cancelAfterAgreement(
  tx: Tx,
  { shiftIds, schoolId, organizationId, after, reason }: Ended,
): Promise<number> {
  const { rows } = await sql<{ canceled: number }>`
    select app.cancel_after_agreement(${shiftIds}::uuid[], ${schoolId}::uuid, ${organizationId}::uuid, ${after}::date, ${reason}) as canceled`.execute(
    tx,
  )
  return rows[0]!.canceled
}
