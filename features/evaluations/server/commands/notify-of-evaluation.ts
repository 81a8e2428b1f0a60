import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Where each audience reads it. */
const addresses = {
  student: (id: string) => `/student/progress?evaluation=${id}`,
  evaluator: (id: string) => `/proctor/dashboard?evaluation=${id}`,
  school: (id: string) => `/admin/evaluation-verification?evaluation=${id}`,
} as const

/** Notifies one audience of what was just done with an evaluation or its plan. */
export async function notifyOfEvaluation(
  tx: Tx,
  id: string,
  to: { audience: keyof typeof addresses; key: string },
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_evaluation(${id}::uuid, ${to.audience}, ${code}, ${JSON.stringify(values)}::jsonb, ${addresses[to.audience](id)},
    ${to.key})`.execute(tx)
}
