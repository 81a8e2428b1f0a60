import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { eventsFor } from '../../rules.ts'

/** The events of the caller's role, and whether they are emailed: by the caller's choice, else by default. */
export async function listPreferences(tx: Tx, role: Role) {
  const rows = await tx
    .selectFrom('notification_preferences')
    .select(['type', 'by_email'])
    .where('user_id', '=', sql<string>`(select app.uid())`)
    .execute()
  const chosen = new Map(rows.map(({ type, by_email }) => [type, by_email]))
  return eventsFor(role).map(({ type, label, description, byEmail }) => ({
    type,
    label,
    description,
    by_email: chosen.get(type) ?? byEmail,
    default_by_email: byEmail,
  }))
}
