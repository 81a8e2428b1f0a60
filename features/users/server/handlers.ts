import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { todayIn } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import type { Decision, GivenBack, Holding } from '#features/departures/contract.ts'
import { exportName } from '#platform/server/export.ts'
import type { Tx } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import type { SessionReader, Viewer } from '#platform/server/session.ts'
import { withConflictDetails, versionConflict } from '#platform/server/version-conflict.ts'
import { usersContract } from '../contract.ts'
import { exportColumns, exportLimit, exportRow } from '../rules.ts'
import { personRefusals } from '../messages.ts'
import { changeRole } from './commands/change-role.ts'
import { setPersonStatus } from './commands/set-person-status.ts'
import { undoChange } from './commands/undo-change.ts'
import * as users from './queries/find-people.ts'
import { versionedPerson } from './queries/person-versions.ts'

explainRefusals(personRefusals)

type UserServices = {
  sessions: SessionReader
  /** How many shifts, seats and other things a person holds, about which someone decides when they leave. */
  countHoldings: (tx: Tx, userId: string) => Promise<number>
  /** Hands over or frees what a person can't keep in another role or at another tenant; throws while something is undecided. */
  settleChange: (tx: Tx, change: RoleChange, refusals: DecisionRefusals) => Promise<void>
  /** How many things a person could not keep in this role at this tenant. */
  countUnfit: (tx: Tx, userId: string, to: NewRole) => Promise<number>
  /** Returns what was freed by the last departure, or by one entry of the audit log, unless someone else has it now. */
  undoDeparture: (tx: Tx, userId: string, eventId?: number | null) => Promise<GivenBack>
}
type NewRole = { role: Role; school_id: string | null; facility_id: string | null }
type RoleChange = {
  userId: string
  version: number
  to: NewRole
  reason: string
  decisions: readonly Decision[]
}
type DecisionRefusals = {
  undecided: (holdings: Holding[]) => Error
  cannotTakeOver: (holdings: Holding[]) => Error
}
/** In ms: handing over and returning go shift by shift, each with its own rules. */
const DEADLINE_MS = 20_000

export function userHandlers(services: UserServices) {
  const api = implement(usersContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const { sessions, countHoldings, settleChange, countUnfit, undoDeparture } = services
  const refuseHolders = async (tx: Tx, userId: string): Promise<void> => {
    const held = await countHoldings(tx, userId)
    if (held > 0) throw new ORPCError('CONFLICT', { message: undecidedText(held) })
  }

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { sort, dir, page, page_size: limit, is_brief: isBrief, ...filter } = input
        if (isBrief && users.hasOnlyWords(filter)) {
          const people = await users.listInPassing(tx, filter.q, limit)
          return { people, total: people.length }
        }
        const people = await users.list(tx, filter, { sort, dir, limit, offset: (page - 1) * limit })
        return { people, total: await users.count(tx, filter) }
      }),
    ),

    get: api.get.handler(async ({ input, context }) => {
      const person = await context.act((tx) => users.findById(tx, input.id))
      if (!person) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that person.' })
      return person
    }),

    changeRole: api.changeRole.handler(async ({ input: { reason, ...input }, context, errors }) => {
      const { id, role, linked_school_id: schoolId, linked_facility_id: facilityId } = input
      const to = { role, school_id: schoolId, facility_id: facilityId }
      const command = async (tx: Tx): Promise<number> => {
        await settleChange(
          tx,
          { userId: id, version: input.version, to, reason, decisions: input.decisions },
          {
            undecided: (holdings) => errors.UNDECIDED({ data: { holdings } }),
            cannotTakeOver: (holdings) => errors.CANNOT_TAKE_OVER({ data: { holdings } }),
          },
        )
        return changeRole(tx, asker(context.me()), input)
      }
      const next = await changePerson(context, input, command, reason)
      sessions.forget(id)
      return { version: next }
    }),

    deactivate: api.deactivate.handler(async ({ input, context }) => {
      const { id, version, reason } = input
      const command = async (tx: Tx): Promise<number> => {
        if (id === context.me().realUserId) throw new ORPCError('CONFLICT', { message: OWN_ACCOUNT })
        await refuseHolders(tx, id)
        return setPersonStatus(tx, { id, version, status: 'deactivated' })
      }
      const next = await changePerson(context, input, command, reason)
      sessions.forget(id)
      return { version: next }
    }),

    reactivate: api.reactivate.handler(async ({ input, context }) => {
      const { id, version, reason } = input
      const command = async (tx: Tx): Promise<number> => {
        const next = await setPersonStatus(tx, { id, version, status: 'active' })
        await undoDeparture(tx, id)
        return next
      }
      const next = await changePerson(context, input, command, reason)
      sessions.forget(id)
      return { version: next }
    }),

    undo: api.undo.handler(async ({ input, context }) => {
      const undone = await context.act(
        async (tx) => {
          const id = await undoChange(tx, asker(context.me()), input.event_id)
          const person = await users.findById(tx, id)
          if (!person) return { id, given_back: 0, left: [] }
          // Undoing a reactivation deactivates, and so needs the decisions of any departure.
          if (person.status === 'deactivated') await refuseHolders(tx, id)
          const { role, linked_school_id: schoolId, linked_facility_id: facilityId } = person
          const unfit = await countUnfit(tx, id, { role, school_id: schoolId, facility_id: facilityId })
          if (unfit > 0) throw new ORPCError('CONFLICT', { message: unfitText(unfit) })
          return { id, ...(await undoDeparture(tx, id, input.event_id)) }
        },
        { reason: input.reason, deadlineMs: DEADLINE_MS },
      )
      sessions.forget(undone.id)
      return undone
    }),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { sort, dir, ...filter } = input
        const people = await users.list(tx, filter, { sort, dir, offset: 0, limit: exportLimit })
        const total = await users.count(tx, filter)
        await recordExport(tx, 'users', { rows: people.length, filter })
        const zone = await ownZone(tx)
        const csv = toCsv(
          exportColumns,
          people.map((person) => exportRow(person, zone)),
        )
        return { filename: exportName('people', 'csv', todayIn(zone)), csv, rows: people.length, total }
      }),
    ),
  })
}

const asker = ({ realUserId, role }: Viewer) => ({ id: realUserId, isSuperadmin: role === 'superadmin' })

const OWN_ACCOUNT = 'Close your own account on your profile, where you also decide on your responsibilities.'
const unfitText = (count: number) =>
  `They have taken on ${count === 1 ? 'something' : `${count} things`} since then that the earlier role, school or facility does not allow. Use “Change role and links” and decide on each.`
const undecidedText = (held: number) =>
  `This person holds ${held === 1 ? '1 shift, seat or task' : `${held} shifts, seats or tasks`}. Decide who takes over, with “Deactivate” on their page or in the list of people.`

/** Runs one guarded command on one person: returns the new version, or both versions if someone else was faster. */
function changePerson(
  { act }: ActorContext,
  sent: { id: string; version: number },
  command: (tx: Tx) => Promise<number>,
  reason: string,
): Promise<number> {
  return withConflictDetails(
    () => act(command, { reason, deadlineMs: DEADLINE_MS }),
    () =>
      act(async (tx) => versionConflict(tx, versionedPerson, sent, await users.findById(tx, sent.id)), {
        readOnly: true,
      }),
  )
}
