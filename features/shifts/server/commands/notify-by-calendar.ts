import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Notice = {
  shift_id: string
  audience: 'school' | 'facility' | 'seats'
  type: string
  key: string
} & NotificationIn<typeof notificationTexts>

/** As the worker: notifies the people of shifts of what the calendar did or waits for, each person once per key. */
export async function notifyByCalendar(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const asked = notices.map(({ shift_id, audience }) => ({ shift_id, audience }))
  const { rows } = await sql<{ shift_id: string; audience: string; people: string[] }>`
    select s.id as shift_id, n.audience, array(select app.shift_audience(s, n.audience)) as people
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) n (shift_id uuid, audience text) join public.shifts s on s.id = n.shift_id`.execute(
    tx,
  )
  const people = new Map(rows.map((row) => [`${row.shift_id} ${row.audience}`, row.people]))
  await notifyPeople(
    tx,
    notices.map(({ shift_id: id, audience, key, ...said }) => ({
      ...said,
      to: people.get(`${id} ${audience}`) ?? [],
      url: `/shift/${id}`,
      key: `shift ${id} ${key}`,
    })),
  )
}
