import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { ContextData } from '../queries/get-context.ts'

/** As the sign-in login, with the session: records what was claimed in the audit log, after the refusal rolled back its own record. */
export async function noteRefusedContext(tx: Tx, data: ContextData): Promise<void> {
  const { user_id: claimed_user_id, user_role: claimed_role, selected_school_id: claimed_school_id } = data
  const claimed = { claimed_user_id, claimed_role, claimed_school_id }
  await tx
    .insertInto('audit_events')
    .columns(['action', 'entity', 'entity_id', 'changes'])
    .expression(
      tx
        .selectNoFrom([
          sql.lit('context_refused').as('action'),
          sql.lit('users').as('entity'),
          sql<string>`app.real_uid()::text`.as('entity_id'),
          sql`${JSON.stringify(claimed)}::jsonb`.as('changes'),
        ])
        .where(sql<boolean>`app.real_uid() is not null and length(${JSON.stringify(claimed)}) < 1000`),
    )
    .execute()
}
