import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { preceptorRefusals } from '#features/preceptors/server/public.ts'
import { attachment } from '#platform/server/attachment.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import { countGuess } from '#platform/server/rate-limits.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { hashToken } from '#platform/server/session.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { capstoneContract } from '../contract.ts'
import { capstoneRefusals } from '../messages.ts'
import { statusesOf } from '../rules.ts'
import { answerNomination } from './commands/answer-nomination.ts'
import { approveProject } from './commands/approve-project.ts'
import { askFacility } from './commands/ask-facility.ts'
import { changeDay } from './commands/change-day.ts'
import { changeFaculty } from './commands/change-faculty.ts'
import { confirmDay } from './commands/confirm-day.ts'
import { downloadByLink, downloadCertificate } from './commands/download-certificate.ts'
import { sendCertificate } from './commands/issue-certificates.ts'
import { decideNomination } from './commands/decide-nomination.ts'
import { decideDeliverable, deliver } from './commands/deliver.ts'
import { floatDay, markReady } from './commands/float-day.ts'
import { markGoal } from './commands/mark-goal.ts'
import { moveProject } from './commands/move-project.ts'
import { nominate } from './commands/nominate.ts'
import { planDays } from './commands/plan-days.ts'
import { answerConcern, raiseConcern } from './commands/raise-concern.ts'
import { resendLink } from './commands/resend-link.ts'
import { saveProject } from './commands/save-project.ts'
import { signAgreement } from './commands/sign-agreement.ts'
import { submitTask } from './commands/submit-task.ts'
import { substituteDay } from './commands/substitute-day.ts'
import { listCertificates } from './queries/list-certificates.ts'
import { getProject } from './queries/get-project.ts'
import { listCandidates } from './queries/list-candidates.ts'
import { findFacts } from './queries/find-facts.ts'
import { listFaculty } from './queries/list-faculty.ts'
import { listFacilities } from './queries/list-facilities.ts'
import { listProjects } from './queries/list-projects.ts'
import { openTask } from './queries/open-task.ts'
import { versionedProposal } from './queries/versioned-proposal.ts'

explainRefusals(capstoneRefusals)
refuseByConstraint('capstone_days_apart', 'capstone.day_taken')
refuseByConstraint('capstone_nominations_one', 'capstone.nominated')

export type CapstoneServices = {
  /** Logged in as app_auth: counts invalid links. */
  authPool: Pool
  config: Pick<Config, 'appUrl'>
}

const schoolOf = async (tx: Tx, id: string) => (await getProject(tx, id)).school_id

async function candidatesOf(tx: Tx, id: string, date: string | undefined) {
  const project = await getProject(tx, id)
  const facts = (await findFacts(tx, [id])).get(id) ?? refuse(capstoneRefusals, refusal('capstone.not_found'))
  return listCandidates(tx, { ...project, facts }, { date })
}

export function capstoneHandlers({ authPool, config: { appUrl } }: CapstoneServices) {
  const api = implement(capstoneContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ input: { show, ...which }, context }) =>
      context.act((tx) =>
        listProjects(tx, {
          ...which,
          reader: context.me().role,
          statuses: statusesOf(show),
          concerns: show === 'concerns',
        }),
      ),
    ),
    get: api.get.handler(({ input, context }) => context.act((tx) => getProject(tx, input.id, input.as))),
    save: api.save.handler(({ input: { idempotency_key: _key, ...sent }, context }) =>
      withConflictDetails(
        () => context.act((tx) => saveProject(tx, context.me(), sent)),
        () =>
          context.act(
            async (tx) => versionConflict(tx, versionedProposal, sent, await getProject(tx, sent.id)),
            { readOnly: true },
          ),
      ),
    ),
    move: api.move.handler(({ input, context }) => context.act((tx) => moveProject(tx, input, appUrl))),
    approve: api.approve.handler(({ input: { idempotency_key: _key, ...sent }, context }) =>
      context.act((tx) => approveProject(tx, sent)),
    ),
    changeFaculty: api.changeFaculty.handler(({ input, context }) =>
      context.act((tx) => changeFaculty(tx, input)),
    ),
    faculty: api.faculty.handler(({ input, context }) =>
      context.act(async (tx) => listFaculty(tx, await schoolOf(tx, input.id))),
    ),
    facilities: api.facilities.handler(({ input, context }) =>
      context.act(async (tx) => listFacilities(tx, await schoolOf(tx, input.id), { q: input.q })),
    ),
    askFacility: api.askFacility.handler(({ input, context }) => context.act((tx) => askFacility(tx, input))),
    candidates: api.candidates.handler(({ input, context }) =>
      context.act((tx) => candidatesOf(tx, input.id, input.date)),
    ),
    nominate: api.nominate.handler(({ input, context }) =>
      done(context, input.id, (tx) => nominate(tx, input, appUrl)),
    ),
    decideNomination: api.decideNomination.handler(({ input, context }) =>
      done(context, input.id, (tx) => decideNomination(tx, input, appUrl)),
    ),
    answer: api.answer.handler(({ input, context }) =>
      done(context, input.id, (tx) => answerNomination(tx, input, appUrl)),
    ),
    sign: api.sign.handler(({ input, context }) =>
      done(context, input.id, (tx) => signAgreement(tx, input.id, context.me(), input.reason)),
    ),
    plan: api.plan.handler(({ input, context }) =>
      context.act(async (tx) => {
        await planDays(tx, input.project_id, input.days)
        return {}
      }),
    ),
    markGoal: api.markGoal.handler(({ input, context }) => context.act((tx) => markGoal(tx, input))),
    changeDay: api.changeDay.handler(({ input: { change, ...input }, context }) =>
      done(context, input.id, async (tx) => {
        if (change === 'float') return floatDay(tx, input)
        if (change === 'ready') return markReady(tx, input.id)
        return changeDay(tx, { ...input, change })
      }),
    ),
    confirm: api.confirm.handler(({ input, context }) =>
      done(context, input.id, (tx) => confirmDay(tx, input)),
    ),
    substitute: api.substitute.handler(({ input, context }) =>
      done(context, input.id, (tx) => substituteDay(tx, input)),
    ),
    deliver: api.deliver.handler(({ input, context }) =>
      done(context, input.id, (tx) => deliver(tx, context.me(), input)),
    ),
    decideDeliverable: api.decideDeliverable.handler(({ input, context }) =>
      done(context, input.id, (tx) => decideDeliverable(tx, input)),
    ),
    raiseConcern: api.raiseConcern.handler(({ input, context }) =>
      context.act(async (tx) => ({ to_name: await raiseConcern(tx, input) })),
    ),
    answerConcern: api.answerConcern.handler(({ input, context }) =>
      done(context, input.id, (tx) => answerConcern(tx, input)),
    ),
    sendLink: api.sendLink.handler(({ input, context }) =>
      done(context, input.id, (tx) => resendLink(tx, input, appUrl)),
    ),
    certificates: api.certificates.handler(({ context }) =>
      context.act((tx) => listCertificates(tx, { own: true })),
    ),
    certificate: api.certificate.handler(async ({ input, context }) => {
      const { name, content } = await context.act((tx) => downloadCertificate(tx, input.id), {
        readOnly: false,
      })
      return attachment(name, 'application/pdf', content)
    }),
    sendCertificate: api.sendCertificate.handler(({ input, context }) =>
      done(context, input.id, (tx) => sendCertificate(tx, input.id, appUrl)),
    ),
    linkedCertificate: api.linkedCertificate.handler(async ({ input, context }) => {
      const { file, blocker } = await byLink(context, (tx) => downloadByLink(tx, hashToken(input.token)))
      if (file)
        return { file: new File([new Uint8Array(file.content)], file.name, { type: 'application/pdf' }) }
      if (blocker.code === 'link.unknown') await countGuess(authPool, 'preceptor link', context.addressBlock)
      return refuse(preceptorRefusals, blocker)
    }),
    openLink: api.openLink.handler(async ({ input, context }) => {
      const found = await byLink(context, (tx) => openTask(tx, hashToken(input.token)))
      if (found.state === 'unknown') await countGuess(authPool, 'preceptor link', context.addressBlock)
      return found
    }),
    submitLink: api.submitLink.handler(async ({ input, context }) => {
      const hash = hashToken(input.token)
      const outcome = await byLink(context, (tx) => submitTask(tx, hash, input.answer, appUrl))
      if (outcome.done) return outcome.done
      if (outcome.blocker.code === 'link.unknown')
        await countGuess(authPool, 'preceptor link', context.addressBlock)
      return refuse(preceptorRefusals, outcome.blocker)
    }),
  })
}

type Acting = { act: (work: (tx: Tx) => Promise<{ id: string }>) => Promise<{ id: string }> }

/** Runs a command on one thing and returns its id. */
const done = (context: Acting, id: string, work: (tx: Tx) => Promise<unknown>) =>
  context.act(async (tx) => {
    await work(tx)
    return { id }
  })

/** A link acts without an actor, no matter who is signed in: it shows and does only its own task. */
const byLink = <T>(context: Pick<RequestContext, 'pool'>, work: (tx: Tx) => Promise<T>) =>
  withActor(context.pool, null, work)
