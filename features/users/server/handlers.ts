import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import type { Tx } from '#platform/server/db.ts'
import { type ActorContext, guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { orConflict, versionConflict } from '#platform/server/version-conflict.ts'
import { usersContract } from '../contract.ts'
import { exportColumns, exportLimit, exportRow } from '../rules.ts'
import { versionedPerson } from './versions-sql.ts'
import * as users from './sql.ts'

type UserServices = {
  sessions: SessionReader
  /** How many shifts, seats and the like a person holds: what is decided on when they leave. */
  countHoldings: (tx: Tx, userId: string) => Promise<number>
}

export function userHandlers(services: UserServices) {
  const api = implement(usersContract).$context<RequestContext>().$config(guardFirst).use(guard)
  const { sessions, countHoldings } = services
  const refuseHolders = async (tx: Tx, userId: string): Promise<void> => {
    const held = await countHoldings(tx, userId)
    if (held > 0) throw new ORPCError('CONFLICT', { message: undecidedText(held) })
  }

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { sort, dir, page, page_size: limit, ...filter } = input
        const people = await users.list(tx, filter, { sort, dir, limit, offset: (page - 1) * limit })
        return { people, total: await users.count(tx, filter) }
      }),
    ),

    get: api.get.handler(async ({ input, context }) => {
      const person = await context.act((tx) => users.findById(tx, input.id))
      if (!person) throw new ORPCError('NOT_FOUND', { message: 'This person does not exist.' })
      return person
    }),

    places: api.places.handler(({ input: { kind, search, id }, context }) =>
      context.act((tx) =>
        kind === 'school'
          ? users.findSchools(tx, search.trim(), id ?? null)
          : users.findFacilities(tx, search.trim(), id ?? null),
      ),
    ),

    changeRole: api.changeRole.handler(async ({ input: { reason, ...input }, context }) => {
      const version = await changePerson(
        context,
        input,
        (tx) =>
          users.changeRole(tx, {
            id: input.id,
            version: input.version,
            role: input.role,
            schoolId: input.linked_school_id,
            facilityId: input.linked_facility_id,
          }),
        reason,
      )
      sessions.forget(input.id)
      return { version }
    }),

    deactivate: api.deactivate.handler(async ({ input, context }) => {
      const { id, version, reason } = input
      const command = async (tx: Tx): Promise<number> => {
        await refuseHolders(tx, id)
        return users.deactivate(tx, id, version)
      }
      const next = await changePerson(context, input, command, reason)
      sessions.forget(id)
      return { version: next }
    }),

    reactivate: api.reactivate.handler(async ({ input, context }) => {
      const { id, version, reason } = input
      const next = await changePerson(context, input, (tx) => users.reactivate(tx, id, version), reason)
      sessions.forget(id)
      return { version: next }
    }),

    undo: api.undo.handler(async ({ input, context }) => {
      const id = await context.act(
        async (tx) => {
          const changed = await users.undo(tx, input.event_id)
          // What takes a reactivation back deactivates, and that is decided on like any departure.
          const person = await users.findById(tx, changed)
          if (person?.status === 'deactivated') await refuseHolders(tx, changed)
          return changed
        },
        { reason: input.reason },
      )
      sessions.forget(id)
      return { id }
    }),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(async (tx) => {
        const page = { sort: 'full_name', dir: 'asc', offset: 0, limit: exportLimit } as const
        const people = await users.list(tx, input, page)
        const total = await users.count(tx, input)
        await users.noteExport(tx, people.length, input)
        const csv = toCsv(exportColumns, people.map(exportRow))
        const day = new Date().toISOString().slice(0, 10)
        return { filename: `placewell-people-${day}.csv`, csv, rows: people.length, total }
      }),
    ),
  })
}

const undecidedText = (held: number) =>
  `This person holds ${held === 1 ? 'one shift, seat or task' : `${held} shifts, seats or tasks`}. Decide who takes over, with “Deactivate” on their page or in the list of people.`

/** One guarded command on one person: the new version, or both versions when someone else was first. */
function changePerson(
  { act }: ActorContext,
  sent: { id: string; version: number },
  command: (tx: Tx) => Promise<number>,
  reason: string,
): Promise<number> {
  return orConflict(
    () => act(command, { reason }),
    () =>
      act(async (tx) => versionConflict(tx, versionedPerson, sent, await users.findById(tx, sent.id)), {
        readOnly: true,
      }),
  )
}
