import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Moved = {
  change: string
  students: readonly string[]
  cohort: { id: string; name: string } | null
  from: PlainDate
  key?: string
}

/** Notifies students of the cohort they belong to from a day on; without a cohort, that they are in none. */
export async function notifyMoved(
  tx: Tx,
  { change, students, cohort, from, key = '' }: Moved,
): Promise<void> {
  const text = cohort
    ? notification(notificationTexts, 'cohort.joined', { cohort: cohort.name, from })
    : notification(notificationTexts, 'cohort.left', { from })
  const url = cohort ? `/school/cohorts/${cohort.id}` : '/student/profile'
  const how = {
    to: ['people'],
    people: students,
    type: 'cohort',
    url,
    key: `cohort change ${change}${key}`,
  } as const
  await notifyOfRow(tx, { table: 'cohort_changes', id: change }, how, text)
}
