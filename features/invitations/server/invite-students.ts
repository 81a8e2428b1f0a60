import { visibleText } from '#core/visible-text.ts'
import type { JobKind } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { newToken } from '#platform/server/session.ts'
import type { ImportRow, InviteeFact, Verdict } from '../contract.ts'
import { factReasons, rowEmail } from '../rules.ts'
import { invitePeople } from './commands/invite-people.ts'
import { sendInvitations } from './commands/send-invitations.ts'
import { invitationMail } from './mail.ts'
import { TOO_OFTEN } from './limits.ts'
import { findNames } from './queries/find-batch.ts'

/** What the invitations of one file share. */
export type Batch = { id: string; schoolId: string; message: string | null; appUrl: string }

/** How many rows are sent to the database at once, so that each statement stays far below its time limit. */
const CHUNK = 250

/**
 * Invites the students of these rows, whose addresses differ, and queues their emails; returns the result for each address. Checks the
 * caller's permission even without rows. Throws what `invitePeople` refuses: another school, or a used-up limit.
 */
export async function inviteStudents(
  tx: Tx,
  { id: batchId, schoolId, message, appUrl }: Batch,
  rows: readonly ImportRow[],
): Promise<Map<string, Verdict>> {
  const tenant = { schoolId, facilityId: null }
  // In the same order for all imports, so that two with the same people never deadlock.
  const people = rows.map(personOf).toSorted((a, b) => (a.person.email < b.person.email ? -1 : 1))
  const names = await findNames(tx, tenant)
  const outcomes = new Map<string, Verdict>()
  for (let at = 0; at === 0 || at < people.length; at += CHUNK) {
    const chunk = people.slice(at, at + CHUNK)
    const made = await invitePeople(
      tx,
      { role: 'student', ...tenant, message, batchId },
      chunk.map(({ person }) => person),
    )
    for (const { email, outcome } of made) outcomes.set(email, outcome === 'sent' ? 'ok' : outcome)
    const sent = chunk.filter(({ person }) => outcomes.get(person.email) === 'ok')
    const mails = sent.map(({ person: { id, email }, token }) =>
      invitationMail({ id, email, role: 'student', token, resendCount: 0, message, ...names }, appUrl),
    )
    await sendInvitations(tx, mails)
  }
  return outcomes
}

function personOf(row: ImportRow) {
  const person = {
    id: crypto.randomUUID(),
    email: rowEmail(row),
    full_name: visibleText(`${row.first_name} ${row.last_name}`),
    student_number: visibleText(row.student_id),
    cohort_name: visibleText(row.cohort),
    program_name: visibleText(row.program),
    phone: visibleText(row.phone),
  }
  return { person, token: newToken() }
}

export type InviteInput = { school_id: string; message: string | null }
/** A row with its problem in the file, if any. */
export type InviteItem = { row: ImportRow; verdict: Verdict; reason: string | null }

/** Why an address was not invited. */
export const reasonOf = (outcome: Verdict): string => factReasons[outcome as InviteeFact] ?? TOO_OFTEN

/**
 * Invites the students of a file one by one, with a result for each row. When the caller's hourly limit is used up, the job stops and says
 * so; resuming it continues with the remaining rows.
 */
export function inviteInJob(appUrl: string): JobKind<InviteInput> {
  return async (job) => {
    const { school_id: schoolId, message } = job.input
    await job.eachItem(async (tx, { input }) => {
      const { row, verdict, reason } = input as InviteItem
      if (verdict !== 'ok') return refused(verdict, reason)
      const outcomes = await inviteStudents(tx, { id: job.id, schoolId, message, appUrl }, [row])
      const outcome = outcomes.get(rowEmail(row)) ?? 'invalid'
      if (outcome === 'ok') return { status: 'done' }
      return refused(outcome, reasonOf(outcome))
    })
  }
}

const refused = (code: Verdict, message: string | null) =>
  ({ status: 'refused', code, message: message ?? code }) as const
