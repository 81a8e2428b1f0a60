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
  const { rows } = await sql<{ shift_id: string; audience: string; covers: object | null; people: string[] }>`
    select s.id as shift_id, n.audience, c.covers, array_agg(distinct a.id) as people
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) n (shift_id uuid, audience text) join public.shifts s on s.id = n.shift_id
    cross join lateral app.shift_audience(s, n.audience) a (id)
    left join app.covering c on c.cover_id = a.id and c.node_id = s.facility_id
    group by s.id, n.audience, c.covers`.execute(tx)
  const groups = Map.groupBy(rows, (row) => `${row.shift_id} ${row.audience}`)
  await notifyPeople(
    tx,
    notices.flatMap(({ shift_id: id, audience, type, key, code, values }) =>
      (groups.get(`${id} ${audience}`) ?? []).map(({ covers, people }) => ({
        code,
        values: { ...values, ...covers },
        type,
        to: people,
        url: `/shift/${id}`,
        key: `shift ${id} ${key}`,
      })),
    ),
  )
}
