import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type About = { id: string; project_id: string | null; kind: string }

/** Where each audience reads it. */
const addresses = {
  student: ({ id }: About) => `/student/progress?evaluation=${id}`,
  evaluator: ({ id, project_id: project, kind }: About) =>
    project ? `/preceptor/evaluate/${project}?kind=${kind}` : `/proctor/dashboard?evaluation=${id}`,
  faculty: ({ id }: About) => `/proctor/dashboard?evaluation=${id}`,
  school: ({ id }: About) => `/admin/evaluation-verification?evaluation=${id}`,
} as const

/** Notifies one audience of what was just done with an evaluation or its plan. */
export async function notifyOfEvaluation(
  tx: Tx,
  id: string,
  to: { audience: keyof typeof addresses; key: string },
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const about = await tx.selectFrom('evaluations').select(['id', 'project_id', 'kind']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
  await sql`select app.notify_evaluation(${id}::uuid, ${to.audience}, ${code}, ${JSON.stringify(values)}::jsonb, ${addresses[to.audience](about)},
    ${to.key})`.execute(tx)
}
