import { implement } from '@orpc/server'
import { refuseIf } from '#core/refusal.ts'
import type { SeatCommands } from '#features/cohorts/server/public.ts'
import type { Config } from '#platform/server/config.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { OutsideCalls } from '#platform/server/outside-calls.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { canvasConnectionsContract } from '../contract.ts'
import { canvasRefusals } from '../messages.ts'
import { nextStepOf, testBlocker } from '../rules.ts'
import { enrollPeople, invitePeople } from './commands/bring-in-people.ts'
import { changeConnection, createConnection, revokeConnection } from './commands/save-connection.ts'
import { lockConnection } from './commands/lock-connection.ts'
import { mapSections, mapTerm, startReading } from './commands/map-canvas.ts'
import { matchPerson, resolvePeople } from './commands/resolve-people.ts'
import { findConnection, listConnections } from './queries/connections.ts'
import { versionedConnection } from './queries/versioned-connection.ts'
import { listSections, listTerms } from './queries/mapping.ts'
import { listPeople } from './queries/people.ts'
import { getRun, listRuns } from './queries/runs.ts'
import { type CanvasServices, tryConnection } from './test-connection.ts'

explainRefusals(canvasRefusals)
refuseByConstraint('canvas_connections_one', 'canvas.connected_already')
refuseByConstraint('canvas_runs_one_open', 'canvas.reading')

export type CanvasHandlerServices = CanvasServices & {
  config: Pick<Config, 'appUrl'>
  tasks: Pick<TaskRegistry, 'run'>
  seats: SeatCommands
}

export function canvasConnectionHandlers(services: CanvasHandlerServices) {
  const api = implement(canvasConnectionsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  const { objects, config, tasks, seats } = services
  const calls = new OutsideCalls()

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listConnections(tx, input))),
    get: api.get.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await findConnection(tx, input.id)
        return { ...found, next: nextStepOf(found) }
      }),
    ),
    create: api.create.handler(({ input, context }) =>
      context.act(async (tx) => {
        await createConnection(tx, objects, input)
        return findConnection(tx, input.id)
      }),
    ),
    change: api.change.handler(({ input, context }) =>
      withConflictDetails(
        () =>
          context.act(async (tx) => {
            await changeConnection(tx, objects, input)
            return findConnection(tx, input.id)
          }),
        () =>
          context.act(
            async (tx) => versionConflict(tx, versionedConnection, input, await findConnection(tx, input.id)),
            { readOnly: true },
          ),
      ),
    ),
    // The request to Canvas runs between two transactions, with none open meanwhile.
    test: api.test.handler(({ input: { id }, context }) =>
      calls.run(context, async () => {
        await context.act(async (tx) => {
          const connection = await lockConnection(tx, id)
          refuseIf(canvasRefusals, testBlocker(connection))
          if (connection.status !== 'testing')
            await tx
              .updateTable('canvas_connections')
              .set({ status: 'testing' })
              .where('id', '=', id)
              .execute()
        })
        await tryConnection(services, id, context.me().realUserId)
        return context.act((tx) => findConnection(tx, id), { readOnly: true })
      }),
    ),
    revoke: api.revoke.handler(({ input, context }) =>
      context.act(async (tx) => {
        await revokeConnection(tx, input)
        return findConnection(tx, input.id)
      }),
    ),
    read: api.read.handler(async ({ input, context }) => {
      await context.act((tx) => startReading(tx, input))
      // Starts immediately if this process can, otherwise within a minute.
      void tasks.run('canvas').catch(() => {})
      return { run_id: input.run_id }
    }),

    terms: api.terms.handler(({ input, context }) => context.act((tx) => listTerms(tx, input.id))),
    mapTerm: api.mapTerm.handler(({ input, context }) =>
      context.act(async (tx) => {
        await mapTerm(tx, input)
        return {}
      }),
    ),
    sections: api.sections.handler(({ input, context }) => context.act((tx) => listSections(tx, input))),
    mapSections: api.mapSections.handler(({ input, context }) =>
      context.act(async (tx) => ({ mapped: await mapSections(tx, input) })),
    ),

    runs: api.runs.handler(({ input, context }) => context.act((tx) => listRuns(tx, input))),
    run: api.run.handler(({ input, context }) => context.act((tx) => getRun(tx, input.id))),

    people: api.people.handler(({ input, context }) => context.act((tx) => listPeople(tx, input))),
    match: api.match.handler(({ input, context }) =>
      context.act(async (tx) => {
        await matchPerson(tx, input)
        return {}
      }),
    ),
    invite: api.invite.handler(({ input, context }) =>
      context.act(async (tx) => ({ rows: await invitePeople(tx, input, config.appUrl) }), {
        deadlineMs: 30_000,
      }),
    ),
    enroll: api.enroll.handler(({ input, context }) =>
      context.act(async (tx) => ({ rows: await enrollPeople(tx, input) }), { deadlineMs: 30_000 }),
    ),
    settle: api.settle.handler(({ input, context }) =>
      context.act(async (tx) => ({ rows: await resolvePeople(tx, input, seats) }), { deadlineMs: 30_000 }),
    ),
  })
}
