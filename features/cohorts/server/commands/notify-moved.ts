import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Moved = {
  change: string
  students: readonly string[]
  cohort: { id: string; name: string } | null
  from: PlainDate
  key?: string
}

/** Notifies students which cohort they belong to from a day on; without a cohort, that they are in none. */
export async function notifyMoved(
  tx: Tx,
  { change, students, cohort, from, key = '' }: Moved,
): Promise<void> {
  const { code, values } = cohort
    ? notification(notificationTexts, 'cohort.joined', { cohort: cohort.name, from })
    : notification(notificationTexts, 'cohort.left', { from })
  await sql`select app.notify_moved_students(${change}::uuid, ${students}::uuid[], ${cohort?.id ?? null}::uuid, ${code},
    ${JSON.stringify(values)}::jsonb, ${`cohort change ${change}${key}`})`.execute(tx)
}
