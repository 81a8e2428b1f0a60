import { implement, ORPCError } from '@orpc/server'
import { formatNumber } from '#core/number-text.ts'
import { visibleText } from '#core/visible-text.ts'
import { endSession, openSession, storedHash } from '#features/accounts/server/public.ts'
import { startJob } from '#features/jobs/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { once } from '#platform/server/idempotency.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import type { PasswordHasher } from '#platform/server/passwords.ts'
import { refuseIfTooMany, reserveAttempt } from '#platform/server/rate-limits.ts'
import { hashToken, newToken, type SessionReader } from '#platform/server/session.ts'
import { type ImportRow, invitationsContract, openedInvitation } from '../contract.ts'
import { headingKey, rowEmail, verdictsOf } from '../rules.ts'
import { invitationRefusals } from '../messages.ts'
import { acceptInvitation, acceptSignedIn, outcomeOf } from './commands/accept-invitation.ts'
import { askForInvitation } from './commands/ask-for-invitation.ts'
import { invitePeople } from './commands/invite-people.ts'
import { openInvitation } from './commands/open-invitation.ts'
import { resendInvitation } from './commands/resend-invitation.ts'
import { revokeInvitation } from './commands/revoke-invitation.ts'
import { sendInvitations } from './commands/send-invitations.ts'
import { checkInvitees } from './queries/find-facts.ts'
import { type InviteInput, type InviteItem, inviteStudents } from './invite-students.ts'
import { invitationLimits } from './limits.ts'
import { type InvitationMail, invitationMail } from './mail.ts'
import { rememberColumns } from './commands/remember-columns.ts'
import { findBatch, findCohorts, findNames } from './queries/find-batch.ts'
import { findColumns } from './queries/find-columns.ts'
import { findExpiry } from './queries/find-expiry.ts'
import { listInvitations } from './queries/list-invitations.ts'

export type InvitationServices = {
  /** Connects as app_auth: accepting writes a credential and starts a session. */
  authPool: Pool
  sessions: SessionReader
  passwords: PasswordHasher
  config: Pick<Config, 'appUrl'>
}

const REFUSED = {
  member: 'This person already has an account here.',
  invited: 'This person already has an open invitation. Send that one again instead.',
  elsewhere:
    'This address belongs to an account outside this school. Use another address, or contact support.',
} as const

/** Judges the rows of a file by the same rules as the preview; what is known of an address is checked when it is invited. */
async function judge(tx: Tx, schoolId: string, rows: readonly ImportRow[]) {
  const cohorts = await findCohorts(tx, schoolId)
  return verdictsOf(rows, {}, cohorts).map(({ verdict, reason }, at) => ({ row: rows[at]!, verdict, reason }))
}

explainRefusals(invitationRefusals)
explainRefusals(invitationLimits)
refuseByConstraint('invitations_one_open_school', 'invitation.other_open')
refuseByConstraint('invitations_one_open_facility', 'invitation.other_open')

export function invitationHandlers(services: InvitationServices) {
  const api = implement(invitationsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const { appUrl } = services.config
  const asAuth = <T>(work: (tx: Tx) => Promise<T>) => withActor(services.authPool, null, work)
  /** Counts first, in its own transaction, so that a request refused later still counts. */
  const reserve = async (key: string, free: number, window: string) => {
    refuseIfTooMany(await asAuth((tx) => reserveAttempt(tx, key, free, window)))
  }
  // A whole class may open its links from one IP address, so only invalid links are counted by address.
  const reserveMiss = (block: string) => reserve(`invitation guess from ${block}`, 20, '1 minute')
  const send = (tx: Tx, mails: InvitationMail[]) =>
    sendInvitations(
      tx,
      mails.map((mail) => invitationMail(mail, appUrl)),
    )

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listInvitations(tx, input))),

    create: api.create.handler(async ({ input, context }) => {
      const { id, email, role } = input
      let isElsewhere = false
      const invite = (tx: Tx) =>
        once(tx, { key: id, name: 'invitations.create', request: input }, async () => {
          const tenant = { schoolId: input.school_id ?? null, facilityId: input.facility_id ?? null }
          const message = input.message || null
          const person = { id, email, full_name: visibleText(input.full_name ?? '') }
          const [made] = await invitePeople(tx, { role, ...tenant, message, batchId: null }, [person])
          if (made && made.outcome !== 'sent' && made.outcome !== 'too_often') {
            isElsewhere = made.outcome === 'elsewhere'
            throw new ORPCError('CONFLICT', {
              message: REFUSED[made.outcome],
              data: { fieldErrors: { email: REFUSED[made.outcome] } },
            })
          }
          const names = await findNames(tx, tenant)
          await send(tx, [{ id, email, role, token: newToken(), resendCount: 0, message, ...names }])
          return { id, email, expires_at: await findExpiry(tx, id) }
        })
      try {
        return await context.act(invite)
      } catch (error) {
        // The rolled-back refusal also undid its count, so count it before revealing it.
        if (isElsewhere) await context.act((tx) => checkInvitees(tx, input.school_id!, [email]))
        throw error
      }
    }),

    resend: api.resend.handler(({ input, context }) =>
      context.act(async (tx) => {
        const sent = await resendInvitation(tx, input.id)
        const names = await findNames(tx, sent.tenant)
        await send(tx, [{ ...sent, token: newToken(), resendCount: sent.resend_count, ...names }])
        return { id: sent.id, resend_count: sent.resend_count, expires_at: sent.expires_at }
      }),
    ),

    revoke: api.revoke.handler(async ({ input, context }) => {
      await context.act((tx) => revokeInvitation(tx, input.id))
      return { id: input.id }
    }),

    check: api.check.handler(({ input, context }) =>
      context.act(async (tx) => ({
        facts: await checkInvitees(tx, input.school_id, [...new Set(input.emails)]),
        cohorts: await findCohorts(tx, input.school_id),
      })),
    ),

    columns: api.columns.handler(({ input, context }) =>
      context.act(async (tx) => ({ columns: await findColumns(tx, input.school_id) })),
    ),

    rememberColumns: api.rememberColumns.handler(({ input, context }) =>
      context.act(async (tx) => {
        const columns = Object.fromEntries(
          Object.entries(input.columns).map(([heading, field]) => [headingKey(heading), field]),
        )
        await rememberColumns(tx, input.school_id, context.me().userId, columns)
        return { remembered: Object.keys(columns).length }
      }),
    ),

    importStudents: api.importStudents.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          const { idempotency_key: id, school_id: schoolId } = input
          const judged = await judge(tx, schoolId, input.rows)
          const ready = judged.filter(({ verdict }) => verdict === 'ok').map(({ row }) => row)
          const batch = { id, schoolId, message: input.message || null, appUrl }
          const outcomes = await inviteStudents(tx, batch, ready)
          const rows = judged.map(({ row, verdict }) => ({
            line: row.line,
            email: rowEmail(row),
            verdict: verdict === 'ok' ? (outcomes.get(rowEmail(row)) ?? 'invalid') : verdict,
          }))
          return { batch_id: id, sent: rows.filter(({ verdict }) => verdict === 'ok').length, rows }
        },
        { deadlineMs: 30_000 },
      ),
    ),

    startImport: api.startImport.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { job_id: id, school_id } = input
        // Without addresses this only checks whether the caller may invite there.
        await checkInvitees(tx, school_id, [])
        const judged = await judge(tx, school_id, input.rows)
        return startJob(tx, {
          id,
          kind: 'invite_students',
          title: `Invite ${formatNumber(judged.length)} student${judged.length === 1 ? '' : 's'}`,
          school_id,
          input: { school_id, message: input.message || null } satisfies InviteInput,
          items: judged.map(({ row, verdict, reason }) => ({
            key: String(row.line),
            label: `Row ${row.line}, ${rowEmail(row)}`,
            input: { row, verdict, reason } satisfies InviteItem,
          })),
        })
      }),
    ),

    batch: api.batch.handler(({ input, context }) => context.act((tx) => findBatch(tx, input.id))),

    open: api.open.handler(async ({ input, context }) => {
      const found = await asAuth((tx) => openInvitation(tx, hashToken(input.token)))
      if (!found) {
        await reserveMiss(context.addressBlock)
        return { state: 'unknown' as const, invitation: null }
      }
      const { state } = found
      // Only the contract's fields.
      const shown = openedInvitation.shape.invitation.parse(found)
      return { state, invitation: state === 'valid' ? shown : null }
    }),

    accept: api.accept.handler(async ({ input, context }) => {
      const tokenHash = hashToken(input.token)
      // An invalid link must not cost password hashing.
      const found = await asAuth((tx) => openInvitation(tx, tokenHash))
      if (!found) await reserveMiss(context.addressBlock)
      if (found?.state !== 'valid') return { outcome: outcomeOf(found?.state) }
      await reserve(`invitation accept ${tokenHash}`, 30, '15 minutes')
      const passwordHash = await storedHash(services.passwords, input.password_hash_input)
      const { token, hash } = newToken()
      const { outcome, sessionEnds } = await asAuth(async (tx) => {
        const fullName = visibleText(input.full_name)
        const { outcome: answer, userId } = await acceptInvitation(tx, { tokenHash, fullName, passwordHash })
        if (userId && context.tokenHash) await endSession(tx, context.tokenHash)
        const expiresAt =
          userId &&
          (await openSession(tx, {
            userId,
            tokenHash: hash,
            addressBlock: context.addressBlock,
            userAgent: context.userAgent,
          }))
        return { outcome: answer, sessionEnds: expiresAt }
      })
      if (sessionEnds) {
        if (context.tokenHash) services.sessions.forgetToken(context.tokenHash)
        context.cookies.startSession(token, new Date(sessionEnds))
      }
      return { outcome }
    }),

    acceptSignedIn: api.acceptSignedIn.handler(async ({ input, context }) => {
      const me = context.me()
      const outcome = await withActor(services.authPool, context.tokenHash, (tx) =>
        acceptSignedIn(tx, hashToken(input.token), me),
      )
      services.sessions.forget(me.userId)
      return { outcome }
    }),

    askAgain: api.askAgain.handler(async ({ input, context }) => {
      const tokenHash = hashToken(input.token)
      const found = await asAuth((tx) => openInvitation(tx, tokenHash))
      await (found ? reserve(`invitation ask ${tokenHash}`, 5, '1 hour') : reserveMiss(context.addressBlock))
      await asAuth((tx) => askForInvitation(tx, tokenHash))
      return {}
    }),
  })
}
