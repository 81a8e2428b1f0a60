import { notification, type NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { ReportContent } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'

/** Who is notified about a report, by the column with their id, and the page where each reads it. */
const audiences = {
  student: { to: ['student_id'], page: (id: string) => `/student/semester-reports/${id}` },
  instructor: { to: ['proctor_id'], page: (id: string) => `/proctor/semester-reports/${id}` },
  school: { to: ['school', 'superadmin'], page: () => '/admin/semester-reports' },
} as const

/** Notifies the student, the instructor or the school of what was just done with a report. */
export async function notifyOfReport(
  tx: Tx,
  id: string,
  audience: keyof typeof audiences,
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const { to, page } = audiences[audience]
  const { version } = await tx
    .selectFrom('semester_reports')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const key = `semester report ${id} ${text.code} ${version}`
  await notifyOfRow(
    tx,
    { table: 'semester_reports', id },
    { to, type: 'semester_report', url: page(id), key },
    text,
  )
}

/** Asks the report's instructor for a comment. */
export const askForComment = (
  tx: Tx,
  { id, content }: { id: string; content: Pick<ReportContent, 'semester' | 'student'> },
): Promise<void> =>
  notifyOfReport(
    tx,
    id,
    'instructor',
    notification(notificationTexts, 'semester_report.comment_requested', {
      semester: content.semester.name,
      student: content.student.full_name,
    }),
  )
