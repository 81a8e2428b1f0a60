import { sql } from 'kysely'
import { howMany } from '#core/number-text.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ExpirationFilter } from '../../contract.ts'
import { credentialRefusals } from '../../messages.ts'
import { findToday } from '../queries/list-credentials.ts'
import { findConcerned } from '../queries/list-expirations.ts'

/** How many reminders are one step of the job. */
const IN_ONE_STEP = 100

/** Starts the job that reminds everyone whose credential expires and who has not sent a new one. */
export async function startReminders(
  tx: Tx,
  { job_id: id, ...filter }: ExpirationFilter & { job_id: string },
) {
  const { rows: own } = await sql<{ id: string }>`select app.school_id() as id`.execute(tx)
  const ids = await findConcerned(tx, await findToday(tx), filter)
  if (ids.length === 0) return refuse(credentialRefusals, refusal('credential.nobody_to_remind'))
  const steps = Array.from({ length: Math.ceil(ids.length / IN_ONE_STEP) }, (_, at) =>
    ids.slice(at * IN_ONE_STEP, (at + 1) * IN_ONE_STEP),
  )
  return startJob(tx, {
    id,
    kind: 'credential_reminders',
    title: `Reminders about ${howMany(ids.length, 'expiring credential')}`,
    school_id: own[0]!.id,
    input: {},
    items: steps.map((step, at) => ({
      key: String(at + 1),
      label: howMany(step.length, 'reminder'),
      input: { ids: step },
    })),
  })
}
