import { implement, ORPCError } from '@orpc/server'
import type { ActOptions } from '#platform/server/actor.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortsContract, type CohortDetail } from '../contract.ts'
import { problemsOf } from '../rules.ts'
import { type VersionConflict, versionConflict } from '#platform/server/version-conflict.ts'
import { versionedCohort } from './versions-sql.ts'
import * as cohorts from './sql.ts'

/** Hundreds of students, each with a row ended and a row begun, take longer than a page may. */
const many: ActOptions = { deadlineMs: 20_000 }

type Act = <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>
type Conflict = (options: { message: string; data: VersionConflict<CohortDetail> }) => Error

export function cohortHandlers() {
  const api = implement(cohortsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  /** One guarded command on one cohort: the row as it is afterwards, or both versions when somebody else saved first. */
  const command = (
    act: Act,
    key: { id: string; version: number },
    conflict: Conflict,
    work: (tx: Tx) => Promise<boolean>,
    reason?: string,
  ): Promise<CohortDetail> =>
    act(
      async (tx) => {
        const isDone = await work(tx)
        const current = await cohorts.findById(tx, key.id)
        if (!current) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that cohort.' })
        if (!isDone) throw conflict(await versionConflict(tx, versionedCohort, key, current))
        return current
      },
      reason ? { reason } : {},
    )

  return api.router({
    list: api.list.handler(({ context }) => context.act((tx) => cohorts.list(tx))),
    mine: api.mine.handler(({ context }) => context.act((tx) => cohorts.mine(tx))),
    get: api.get.handler(async ({ input, context, errors }) => {
      const found = await context.act((tx) => cohorts.findById(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),
    roster: api.roster.handler(({ input, context }) =>
      context.act((tx) => cohorts.roster(tx, input.id, input.on ?? null)),
    ),
    classmates: api.classmates.handler(({ input, context }) =>
      context.act((tx) => cohorts.classmates(tx, input.id)),
    ),
    choices: api.choices.handler(({ context }) =>
      context.act(async (tx) => ({
        programs: await cohorts.programs(tx),
        advisors: await cohorts.possibleAdvisors(tx),
      })),
    ),

    create: api.create.handler(({ input: { id, school_id: schoolId, ...fields }, context }) => {
      refuseProblems(fields)
      return context.act(async (tx) => {
        await cohorts.create(tx, { id, schoolId }, fields)
        return (await cohorts.findById(tx, id))!
      })
    }),
    update: api.update.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context, errors }) => {
        refuseProblems(fields)
        const key = { id, version }
        return command(context.act, key, errors.CONFLICT, (tx) => cohorts.update(tx, key, fields))
      },
    ),
    setStatus: api.setStatus.handler(({ input, context, errors }) =>
      command(
        context.act,
        input,
        errors.CONFLICT,
        (tx) => cohorts.setStatus(tx, input, input.to),
        input.reason,
      ),
    ),
    archive: api.archive.handler(({ input, context, errors }) =>
      command(context.act, input, errors.CONFLICT, (tx) => cohorts.archive(tx, input)),
    ),
    restore: api.restore.handler(({ input, context, errors }) =>
      command(context.act, input, errors.CONFLICT, (tx) => cohorts.restore(tx, input)),
    ),
    setAdvisors: api.setAdvisors.handler(({ input, context, errors }) =>
      command(context.act, input, errors.CONFLICT, (tx) => cohorts.setAdvisors(tx, input, input.user_ids)),
    ),

    planChange: api.planChange.handler(({ input, context }) =>
      context.act((tx) => cohorts.plan(tx, input), many),
    ),
    changeMemberships: api.changeMemberships.handler(({ input, context }) => {
      const { idempotency_key: key, ...request } = input
      return context.act(
        async (tx) => {
          const judged = await cohorts.changeMemberships(tx, key, request)
          const leftOut = judged.filter(({ verdict }) => verdict !== 'ok')
          return { change_id: key, done: judged.length - leftOut.length, left_out: leftOut }
        },
        { ...many, ...(input.note && { reason: input.note }) },
      )
    }),
    undoChange: api.undoChange.handler(({ input, context }) =>
      context.act((tx) => cohorts.undoChange(tx, input.id), many),
    ),
    listChanges: api.listChanges.handler(({ input, context }) =>
      context.act((tx) => cohorts.listChanges(tx, input.id)),
    ),
    openItems: api.openItems.handler(({ input, context }) =>
      context.act((tx) => cohorts.openItems(tx, input.id)),
    ),
    graduate: api.graduate.handler(({ input, context }) => {
      return context.act((tx) => cohorts.graduate(tx, input), {
        ...many,
        ...(input.note && { reason: input.note }),
      })
    }),
  })
}

function refuseProblems(fields: { start_date: string; expected_graduation: string }): void {
  const fieldErrors = problemsOf(fields)
  const [first] = Object.values(fieldErrors)
  if (first) throw new ORPCError('BAD_REQUEST', { message: first, data: { fieldErrors } })
}
