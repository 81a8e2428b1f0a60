import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialStatus } from '../../contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import { approvalOf } from '../../rules.ts'
import { findCredential, listOf } from './list-credentials.ts'
import { findFacts } from './lock-credential.ts'

type Around = {
  student_name: string
  locked_by_name: string | null
  locked_until: string | null
  is_mine: boolean
}

/** One submission for its reviewer: the answers, the files, the last day by its rule, and the earlier submissions. */
export async function getForReview(tx: Tx, id: string) {
  const missing = () => refuse(credentialRefusals, refusal('credential.missing'))
  const credential = (await findCredential(tx, id)) ?? missing()
  const facts = await findFacts(tx, id)
  const type = (await findType(tx, credential.type_id)) ?? missing()
  const { rows } = await sql<Around>`
    select coalesce(u.full_name, (app.submitter(c.id)).full_name, 'Student') as student_name, case when c.locked_until > now() then l.full_name end as locked_by_name,
      case when c.locked_until > now() then c.locked_until end as locked_until,
      coalesce(c.locked_until > now() and c.locked_by = (select app.uid()), false) as is_mine
    from public.credentials c left join public.users u on u.id = c.person_id left join public.users l on l.id = c.locked_by where c.id = ${id}::uuid`.execute(
    tx,
  )
  const files =
    credential.file_ids.length === 0
      ? []
      : await tx
          .selectFrom('files')
          .select(['id', 'name', 'mime_type', 'pages'])
          .where('id', 'in', credential.file_ids)
          .orderBy('created_at')
          .execute()
  const approval = approvalOf(type, credential.values, { termEnd: facts.term_end, today: facts.today })
  const history = await listHistory(tx, id)
  const earlier = await listOf(tx, credential.person_id, facts.today, credential.type_id)
  return {
    ...credential,
    ...(rows[0] ?? missing()),
    type,
    files,
    history,
    proposed_expires_on: approval.refused ? null : approval.expires_on,
    earlier: earlier.filter((row) => row.id !== id),
  }
}

type Step = { at: string; by_name: string | null; to: CredentialStatus; reason: string | null }

/** The history of a submission and who acted, newest first, as far as the caller may read it. */
async function listHistory(tx: Tx, id: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select e.at, u.full_name as by_name, e.to_status as to, e.reason from public.credential_events e
    left join public.users u on u.id = e.actor_id where e.credential_id = ${id}::uuid order by e.id desc`.execute(
    tx,
  )
  return rows
}
