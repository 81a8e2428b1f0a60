import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Moved = {
  change: string
  students: readonly string[]
  /** The cohort they belong to now, or, without an id, the one they leave for none. */
  cohort: { id?: string; name: string }
  from: PlainDate
  key?: string
}

/** Notifies students of the cohort they belong to from a day on, or that they leave theirs. */
export async function notifyMoved(
  tx: Tx,
  { change, students, cohort, from, key = '' }: Moved,
): Promise<void> {
  const text = notification(notificationTexts, cohort.id ? 'cohort.joined' : 'cohort.left', {
    cohort: cohort.name,
    from,
  })
  const url = cohort.id ? `/school/cohorts/${cohort.id}` : '/student/profile'
  const how = {
    to: ['people'],
    people: students,
    type: 'cohort',
    url,
    key: `cohort change ${change}${key}`,
  } as const
  await notifyOfRow(tx, { table: 'cohort_changes', id: change }, how, text)
}
