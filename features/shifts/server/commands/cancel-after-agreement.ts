import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { cancellationOf, endWithoutUnit } from './end-without-unit.ts'

type Agreement = {
  shiftIds: string[]
  schoolId: string
  organizationId: string
  after: PlainDate
  reason: string
}
type Led = { id: string; facts: ShiftFacts; leaders: string[] }

/** As the worker: cancels those of these shifts that are still active after the agreement's last day; returns how many. */
export async function cancelAfterAgreement(tx: Tx, agreement: Agreement): Promise<number> {
  const { reason } = agreement
  const led = new Map((await findLed(tx, agreement)).map((shift) => [shift.id, shift]))
  const ended = await endWithoutUnit(tx, { ids: [...led.keys()], code: 'agreement_ended', reason })
  const notices = ended.flatMap((shift) => {
    const { facts, leaders } = led.get(shift.id)!
    const canceled = cancellationOf(shift, facts, reason)
    if (!canceled) return []
    const { key, values } = canceled
    return {
      ...notification(notificationTexts, 'shift.canceled', values),
      type: 'shift_cancelled',
      to: leaders,
      url: `/shift/${shift.id}`,
      key: `shift ${shift.id} ${key}`,
    }
  })
  await notifyPeople(tx, notices)
  return ended.length
}

/** The shifts at the agreement's organization after its last day, with their leaders. */
async function findLed(tx: Tx, { shiftIds, schoolId, organizationId, after }: Agreement): Promise<Led[]> {
  const { rows } = await sql<Led>`
    select x.id, app.shift_facts(x) as facts, array(select app.shift_leaders(x)) as leaders from public.shifts x
    where x.id = any (${shiftIds}::uuid[]) and x.school_id = ${schoolId}::uuid and x.date > ${after}::date
      and x.facility_id in (select app.facility_scope(${organizationId}::uuid))`.execute(tx)
  return rows
}
