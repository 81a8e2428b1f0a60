import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Audience = 'student' | 'faculty' | 'school' | 'facility' | 'preceptor'

/** Notifies those to whom a project belongs of what was just done, each once per key; never the one who did it. */
export async function notifyOfProject(
  tx: Tx,
  project: { id: string },
  to: {
    audience: readonly Audience[]
    key: string
    type?: 'capstone' | 'capstone_concern'
    preceptor?: string
  },
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_capstone(${project.id}::uuid, ${to.audience}::text[], ${to.type ?? 'capstone'}, ${code}, ${JSON.stringify(values)}::jsonb,
    ${to.key}, ${to.preceptor ?? null}::uuid)`.execute(tx)
}
