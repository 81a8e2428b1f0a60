import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { ProfileFields } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { problemsOfProfile } from '../../rules.ts'
import { columnsOf } from './create-profile.ts'
import type { Seen } from './lock-school.ts'

/**
 * Changes a board's rules. Stricter ones apply to its schools at once, because the stricter of the school's and the board's limit always
 * counts.
 */
export async function updateProfile(tx: Tx, { id, version }: Seen, fields: ProfileFields): Promise<void> {
  refuseFields(problemsOfProfile(fields))
  const held = await tx
    .selectFrom('regulatory_profiles')
    .select('version')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) return refuse(schoolRefusals, refusal('profile.missing'))
  if (held.version !== version) refuse(schoolRefusals, refusal('profile.old_version'))
  await tx.updateTable('regulatory_profiles').set(columnsOf(fields)).where('id', '=', id).execute()
}
