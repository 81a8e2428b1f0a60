import { implement, ORPCError } from '@orpc/server'
import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Viewer } from '#platform/server/session.ts'
import { privacyContract } from '../contract.ts'
import { privacyRefusals } from '../messages.ts'
import { releaseText } from '../rules.ts'
import { askForRelease } from './commands/ask-for-release.ts'
import { grantRelease } from './commands/grant-release.ts'
import { recordRelease } from './commands/record-release.ts'
import { revokeRelease } from './commands/revoke-release.ts'
import { setDirectoryOptOut } from './commands/set-directory-opt-out.ts'
import { setEmergencyContact } from './commands/set-emergency-contact.ts'
import { allDisclosures, listDisclosures } from './queries/list-disclosures.ts'
import { releasesOf } from './queries/releases-of.ts'
import { rosterAsFacility } from './queries/roster-as-facility.ts'

explainRefusals(privacyRefusals)

/** `authPool` is logged in as app_auth. */
export function privacyHandlers({ authPool }: { authPool: Pool }) {
  const api = implement(privacyContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  const releasesOrNotFound = async (tx: Tx, student: string) => {
    const found = await releasesOf(tx, student)
    if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that student.' })
    return found
  }

  return api.router({
    mine: api.mine.handler(({ context }) => context.act((tx) => releasesOrNotFound(tx, context.me().userId))),
    grant: api.grant.handler(({ input, context, errors }) => {
      if (input.text_version !== releaseText.version) throw errors.CONFLICT()
      return context.act(async (tx) => {
        await grantRelease(tx, context.me(), input)
        return releasesOrNotFound(tx, context.me().userId)
      })
    }),
    revoke: api.revoke.handler(({ input, context }) =>
      context.act(async (tx) => {
        await revokeRelease(tx, context.me(), input.id)
        return {}
      }),
    ),
    setEmergencyContact: api.setEmergencyContact.handler(({ input, context }) =>
      context.act(async (tx) => {
        await setEmergencyContact(tx, context.me().userId, input.emergency_contact)
        return {}
      }),
    ),
    setDirectoryOptOut: api.setDirectoryOptOut.handler(async ({ input, context }) => {
      await withActor(authPool, context.tokenHash, (tx) => setDirectoryOptOut(tx, context.me(), input))
      return context.act((tx) => releasesOrNotFound(tx, input.student_id), { readOnly: true })
    }),
    ofStudent: api.ofStudent.handler(({ input, context }) =>
      context.act((tx) => releasesOrNotFound(tx, input.student_id)),
    ),
    record: api.record.handler(({ input, context }) =>
      context.act(async (tx) => {
        await recordRelease(tx, input)
        return releasesOrNotFound(tx, input.student_id)
      }),
    ),
    ask: api.ask.handler(({ input, context }) =>
      context.act(async (tx) => ({ asked: await askForRelease(tx, input.student_ids) })),
    ),
    disclosures: api.disclosures.handler(({ input, context }) =>
      context.act((tx) => listDisclosures(tx, whose(context.me(), input), input)),
    ),
    exportDisclosures: api.exportDisclosures.handler(({ input, context }) =>
      context.act((tx) => allDisclosures(tx, whose(context.me(), input), input)),
    ),
    // A logged read. Someone who acts as another with view-only access writes no log, so they are shown no names.
    roster: api.roster.handler(({ input, context }) =>
      context.act((tx) => rosterAsFacility(tx, input.shift_id), {
        readOnly: context.me().impersonation?.mayWrite === false,
      }),
    ),
  })
}

/** Students read only about themselves; others name the student, and row-level security decides whether they may. */
function whose(me: Viewer, { student_id: student }: { student_id?: string | undefined }): string {
  return me.role === 'student' || !student ? me.userId : student
}
