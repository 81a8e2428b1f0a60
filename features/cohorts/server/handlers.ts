import { implement } from '@orpc/server'
import type { ActOptions } from '#platform/server/actor.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Tx } from '#platform/server/db.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { withConflictDetails, versionConflict } from '#platform/server/version-conflict.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { type CohortHours, cohortsContract, type CohortDetail } from '../contract.ts'
import { cohortRefusals } from '../messages.ts'
import { archiveCohort } from './commands/archive-cohort.ts'
import { changeMemberships } from './commands/change-memberships.ts'
import { createCohort } from './commands/create-cohort.ts'
import type { SeatCommands } from './commands/free-seats.ts'
import { graduateCohorts } from './commands/graduate-cohorts.ts'
import { restoreCohort } from './commands/restore-cohort.ts'
import { setAdvisors } from './commands/set-advisors.ts'
import { setStatus } from './commands/set-status.ts'
import { undoChange } from './commands/undo-change.ts'
import { updateCohort } from './commands/update-cohort.ts'
import { versionedCohort } from './queries/cohort-versions.ts'
import * as cohorts from './queries/find-cohorts.ts'
import { listOpenItems, type Lookups } from './queries/list-open-items.ts'
import { planChange } from './queries/plan-change.ts'

explainRefusals(cohortRefusals)
refuseByConstraint('cohorts_school_id_name_key', 'cohort.name_taken')
refuseByConstraint('cohort_memberships_one_at_a_time', 'cohort_change.one_at_a_time')

/** Hundreds of students, each with one row ended and one begun, take longer than a page may. */
const many: ActOptions = { deadlineMs: 20_000 }

/** Functions of features that depend on this one. */
interface Downstream extends Lookups {
  loadCohortHours: (tx: Tx) => Promise<CohortHours[]>
  seats: SeatCommands
}

export function cohortHandlers({ loadCohortHours, seats, ...lookups }: Downstream) {
  const api = implement(cohortsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  /** A guarded command on one cohort: returns the updated row, or both versions if someone else saved first. */
  const command = (
    { act }: { act: Act },
    key: { id: string; version: number },
    work: (tx: Tx) => Promise<void>,
    reason?: string,
  ): Promise<CohortDetail> =>
    withConflictDetails(
      () =>
        act(
          async (tx) => {
            await work(tx)
            return findOne(tx, key.id)
          },
          reason ? { reason } : {},
        ),
      () => act(async (tx) => versionConflict(tx, versionedCohort, key, await findOne(tx, key.id))),
    )

  return api.router({
    hours: api.hours.handler(({ context }) => context.act(loadCohortHours)),
    list: api.list.handler(({ context }) => context.act((tx) => cohorts.list(tx))),
    mine: api.mine.handler(({ context }) => context.act((tx) => cohorts.mine(tx))),
    get: api.get.handler(({ input, context }) => context.act((tx) => findOne(tx, input.id))),
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

    create: api.create.handler(({ input: { id, school_id, ...fields }, context }) =>
      context.act(async (tx) => {
        await createCohort(tx, { id, school_id }, fields)
        return findOne(tx, id)
      }),
    ),
    update: api.update.handler(({ input: { id, version, idempotency_key: _key, ...fields }, context }) =>
      command(context, { id, version }, (tx) => updateCohort(tx, { id, version }, fields)),
    ),
    setStatus: api.setStatus.handler(({ input, context }) =>
      command(context, input, (tx) => setStatus(tx, input, input.to), input.reason),
    ),
    archive: api.archive.handler(({ input, context }) =>
      command(context, input, (tx) => archiveCohort(tx, input)),
    ),
    restore: api.restore.handler(({ input, context }) =>
      command(context, input, (tx) => restoreCohort(tx, input)),
    ),
    setAdvisors: api.setAdvisors.handler(({ input, context }) =>
      command(context, input, (tx) => setAdvisors(tx, input, input.user_ids)),
    ),

    planChange: api.planChange.handler(({ input, context }) =>
      context.act(async (tx) => (await planChange(tx, input)).judged, many),
    ),
    changeMemberships: api.changeMemberships.handler(({ input, context }) => {
      const { idempotency_key: key, frees_seats, ...request } = input
      return context.act(
        async (tx) => {
          const judged = await changeMemberships(tx, key, request, frees_seats ? seats : null)
          const leftOut = judged.filter(({ verdict }) => verdict !== 'ok')
          return { change_id: key, done: judged.length - leftOut.length, left_out: leftOut }
        },
        { ...many, ...(input.note && { reason: input.note }) },
      )
    }),
    undoChange: api.undoChange.handler(({ input, context }) =>
      context.act((tx) => undoChange(tx, input.id, context.me().role), many),
    ),
    listChanges: api.listChanges.handler(({ input, context }) =>
      context.act((tx) => cohorts.listChanges(tx, input.id)),
    ),
    openItems: api.openItems.handler(({ input, context }) =>
      context.act((tx) => listOpenItems(tx, input.id, lookups)),
    ),
    graduate: api.graduate.handler(({ input, context }) =>
      context.act((tx) => graduateCohorts(tx, input, { role: context.me().role, ...lookups }), {
        ...many,
        ...(input.note && { reason: input.note }),
      }),
    ),
  })
}

type Act = <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>

async function findOne(tx: Tx, id: string): Promise<CohortDetail> {
  return (await cohorts.findById(tx, id)) ?? refuse(cohortRefusals, refusal('cohort.missing'))
}
