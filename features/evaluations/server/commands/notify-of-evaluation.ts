import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRows } from '#features/notifications/server/public.ts'
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

type Text = NotificationIn<typeof notificationTexts>
type Audience = {
  audience: keyof typeof audiences
  key: string
  of?: 'evaluations' | 'remediation_plans'
}

/** Notifies one audience of a change to each of some evaluations or their plans. */
export async function notifyOfEvaluations(
  tx: Tx,
  { audience, key, of = 'evaluations' }: Audience,
  changed: readonly { id: string; text: Text }[],
): Promise<void> {
  const about = await tx
    .selectFrom('evaluations')
    .select(['id', 'project_id', 'kind'])
    .where(sql<boolean>`id = any (${sql.val(changed.map(({ id }) => id))}::uuid[])`)
    .execute()
  const textOf = new Map(changed.map(({ id, text }) => [id, text]))
  const { to, page } = audiences[audience]
  await notifyOfRows(
    tx,
    of,
    about.map((one) => ({
      id: one.id,
      to: [to],
      type: 'evaluation',
      url: page(one),
      key: `evaluation ${one.id} ${key}`,
      ...textOf.get(one.id)!,
    })),
  )
}

/** The same of one. */
export const notifyOfEvaluation = (tx: Tx, id: string, to: Audience, text: Text): Promise<void> =>
  notifyOfEvaluations(tx, to, [{ id, text }])
