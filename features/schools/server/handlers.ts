import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { type School, schoolsContract } from '../contract.ts'
import { problemsOfLimits, problemsOfProfile, problemsOfProgram } from '../rules.ts'
import { type VersionConflict, versionConflict } from '#platform/server/version-conflict.ts'
import { versionedProfile, versionedProgram, versionedSchool } from './versions-sql.ts'
import * as schools from './sql.ts'

export function schoolHandlers() {
  const api = implement(schoolsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => ({
        rows: await schools.list(tx, input, {
          offset: (input.page - 1) * input.page_size,
          limit: input.page_size,
        }),
        total: await schools.countOf(tx, input),
      })),
    ),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          const rows = await schools.list(tx, input, 'all')
          return {
            filename: `placewell-schools-${new Date().toISOString().slice(0, 10)}.csv`,
            csv: toCsv(
              ['Name', 'City', 'State', 'Active', 'Programs', 'Students', 'Proctors', 'Administrators'],
              rows.map((row) => [
                row.name,
                row.city,
                row.state,
                row.is_active ? 'yes' : 'no',
                row.programs,
                row.students,
                row.proctors,
                row.administrators,
              ]),
            ),
            rows: rows.length,
          }
        },
        { deadlineMs: 15_000 },
      ),
    ),

    get: api.get.handler(async ({ input, context, errors }) => {
      const found = await context.act((tx) => schools.findById(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    create: api.create.handler(({ input: { id, ...fields }, context }) =>
      context.act(async (tx) => {
        await schools.create(tx, id, fields)
        return (await schools.findById(tx, id))!
      }),
    ),

    update: api.update.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context, errors }) =>
        context.act((tx) =>
          change(tx, { id, version }, errors, () => schools.update(tx, { id, version }, fields)),
        ),
    ),

    setActive: api.setActive.handler(({ input, context, errors }) =>
      context.act((tx) => change(tx, input, errors, () => schools.setActive(tx, input)), {
        reason: input.reason,
      }),
    ),

    account: api.account.handler(async ({ input, context, errors }) => {
      const found = await context.act((tx) => schools.account(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    updateAccount: api.updateAccount.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const { settings, regulatory_profile_id: profileId } = input
        const board = profileId ? await schools.profile(tx, profileId) : undefined
        refuseProblems(problemsOfLimits(settings, board ?? null), 'settings.')
        return change(tx, input, errors, () => schools.setAccount(tx, input, settings, profileId))
      }),
    ),

    renewJoinCode: api.renewJoinCode.handler(({ input, context }) =>
      context.act(async (tx) => ({ join_code: await schools.renewJoinCode(tx, input.id, input.seen) })),
    ),

    createProgram: api.createProgram.handler(({ input: { id, school_id: schoolId, ...fields }, context }) =>
      context.act(async (tx) => {
        const school = await schools.findById(tx, schoolId)
        refuseProblems(problemsOfProgram(fields, school?.profile ?? null))
        await schools.createProgram(tx, { id, schoolId }, fields)
        return (await schools.program(tx, id))!
      }),
    ),

    updateProgram: api.updateProgram.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context, errors }) =>
        context.act(async (tx) => {
          const held = await schools.program(tx, id)
          if (!held) throw errors.NOT_FOUND()
          const school = await schools.findById(tx, held.school_id)
          refuseProblems(problemsOfProgram(fields, school?.profile ?? null))
          const isDone = await schools.updateProgram(tx, { id, version }, fields)
          const current = (await schools.program(tx, id))!
          if (!isDone)
            throw errors.CONFLICT(await versionConflict(tx, versionedProgram, { id, version }, current))
          return current
        }),
    ),

    setProgramActive: api.setProgramActive.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const isDone = await schools.setProgramActive(tx, input, input.is_active)
        const current = (await schools.program(tx, input.id))!
        if (!isDone) throw errors.CONFLICT(await versionConflict(tx, versionedProgram, input, current))
        return current
      }),
    ),

    listProfiles: api.listProfiles.handler(({ context }) => context.act((tx) => schools.profiles(tx))),

    createProfile: api.createProfile.handler(({ input: { id, ...fields }, context }) => {
      refuseProblems(problemsOfProfile(fields))
      return context.act(async (tx) => {
        await schools.createProfile(tx, id, fields)
        return (await schools.profile(tx, id))!
      })
    }),

    updateProfile: api.updateProfile.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context, errors }) => {
        refuseProblems(problemsOfProfile(fields))
        return context.act(async (tx) => {
          const isDone = await schools.updateProfile(tx, { id, version }, fields)
          const current = (await schools.profile(tx, id))!
          if (!isDone)
            throw errors.CONFLICT(await versionConflict(tx, versionedProfile, { id, version }, current))
          return current
        })
      },
    ),
  })
}

type Refusals = {
  CONFLICT: (options: { message: string; data: VersionConflict<School> }) => Error
  NOT_FOUND: () => Error
}

/** One guarded command on one school: the school as it is afterwards, or both versions when somebody else saved first. */
async function change(
  tx: Tx,
  { id, version }: { id: string; version: number },
  errors: Refusals,
  command: () => Promise<boolean>,
): Promise<School> {
  const isDone = await command()
  const current = await schools.findById(tx, id)
  if (!current) throw errors.NOT_FOUND()
  if (!isDone) throw errors.CONFLICT(await versionConflict(tx, versionedSchool, { id, version }, current))
  return current
}

function refuseProblems(problems: Record<string, string>, below = ''): void {
  const entries = Object.entries(problems).map(([field, message]) => [`${below}${field}`, message] as const)
  if (entries[0])
    throw new ORPCError('BAD_REQUEST', {
      message: entries[0][1],
      data: { fieldErrors: Object.fromEntries(entries) },
    })
}
