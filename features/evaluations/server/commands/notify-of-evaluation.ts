import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type About = { id: string; project_id: string | null; kind: string }

/** The audiences of an evaluation or its plan, and the page where each reads it. */
const audiences = {
  student: { to: 'student_id', page: ({ id }: About) => `/student/progress?evaluation=${id}` },
  evaluator: {
    to: 'evaluator_id',
    page: ({ id, project_id: project, kind }: About) =>
      project ? `/preceptor/evaluate/${project}?kind=${kind}` : `/proctor/dashboard?evaluation=${id}`,
  },
  faculty: { to: 'faculty_id', page: ({ id }: About) => `/proctor/dashboard?evaluation=${id}` },
  school: { to: 'school', page: ({ id }: About) => `/admin/evaluation-verification?evaluation=${id}` },
} as const

/** Notifies one audience of a change to an evaluation or its plan. */
export async function notifyOfEvaluation(
  tx: Tx,
  id: string,
  to: { audience: keyof typeof audiences; key: string; of?: 'evaluations' | 'remediation_plans' },
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const about = await tx
    .selectFrom('evaluations')
    .select(['id', 'project_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { to: recipient, page } = audiences[to.audience]
  const how = { to: [recipient], type: 'evaluation', url: page(about), key: `evaluation ${id} ${to.key}` }
  await notifyOfRow(tx, { table: to.of ?? 'evaluations', id }, how, text)
}
