import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Audience = 'student' | 'faculty' | 'school' | 'facility' | 'preceptor'

/** The column or list that names each recipient. */
const recipients = {
  student: 'student_id',
  faculty: 'faculty_id',
  school: 'school',
  facility: 'facility',
  preceptor: 'preceptors',
} as const

/** Notifies the parties of a project about a change, each once per key with a link to their own page; never the person who made it. */
export async function notifyOfProject(
  tx: Tx,
  project: { id: string },
  to: {
    audience: readonly Audience[]
    key: string
    type?: 'capstone' | 'capstone_concern'
    preceptor?: string
  },
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const { id } = project
  const type = to.type ?? 'capstone'
  const key = `capstone ${id} ${to.key}`
  const others = to.audience.filter((party) => party !== 'preceptor').map((party) => recipients[party])
  const url = {
    student: `/student/capstone/${id}`,
    proctor: `/proctor/capstone/${id}`,
    facility_admin: '/facility/preceptors',
    '': `/school/capstone/${id}`,
  }
  const row = { table: 'capstone_projects', id } as const
  if (others.length > 0) await notifyOfRow(tx, row, { to: ['others', ...others], type, url, key }, text)
  if (!to.audience.includes('preceptor')) return
  const people = to.preceptor ? [to.preceptor] : await preceptorsOf(tx, id)
  const page = await preceptorPage(tx, id, text.code)
  await notifyOfRow(tx, row, { to: ['others', 'preceptors'], people, type, url: page, key }, text)
}

async function preceptorsOf(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('capstone_nominations')
    .select('preceptor_id')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['asked', 'accepted'])
    .execute()
  return rows.map((row) => row.preceptor_id)
}

/** The page for a preceptor: the evaluation, their certificates, or their student. */
async function preceptorPage(tx: Tx, projectId: string, code: string): Promise<string> {
  if (code === 'capstone.to_evaluate') return `/preceptor/evaluate/${projectId}`
  if (['capstone.thanked', 'capstone.unasked', 'capstone.not_nominated'].includes(code))
    return '/preceptor/dashboard'
  const project = await tx
    .selectFrom('capstone_projects')
    .select('student_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return `/preceptor/students/${project.student_id}`
}
