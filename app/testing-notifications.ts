import type { StoredNotification } from '#core/notification-texts.ts'
import type { Fixture } from '#database/testing.ts'
import { renderNotifications } from './notification-texts.ts'

export type Received = {
  type: string
  code: string | null
  title: string
  message: string
  data: Record<string, unknown>
  /** Email copies, sent or not. */
  mails: number
}

/** For tests: the notifications a person received, oldest first and as they read them; throws if one has no text. */
export async function receivedBy(
  fixture: Pick<Fixture, 'rows'>,
  person: { id: string },
  type?: string,
): Promise<Received[]> {
  const render = renderNotifications({
    warn: (_context: unknown, message?: string) => {
      throw new Error(message)
    },
  } as Parameters<typeof renderNotifications>[0])
  const rows = await fixture.rows<StoredNotification & Omit<Received, 'title' | 'message'>>(
    `select type, code, values, title, message, data,
       (select count(*) from priv.mails m where m.dedupe_key = 'notification ' || n.id) as mails from public.notifications n
     where recipient_id = $1 and ($2::text is null or type = $2) order by created_at, title, code, id`,
    [person.id, type ?? null],
  )
  return rows.map(({ values, ...row }) => ({ ...row, ...render({ ...row, values }) }))
}
