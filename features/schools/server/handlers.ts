import { implement } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { exportName } from '#platform/server/export.ts'
import type { ActOptions } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { withConflictDetails, type Versioned, versionConflict } from '#platform/server/version-conflict.ts'
import { schoolsContract } from '../contract.ts'
import { schoolRefusals } from '../messages.ts'
import { createProfile } from './commands/create-profile.ts'
import { createProgram } from './commands/create-program.ts'
import { createSchool } from './commands/create-school.ts'
import { renewJoinCode } from './commands/renew-join-code.ts'
import { setAccount } from './commands/set-account.ts'
import { setActive } from './commands/set-active.ts'
import { setProgramActive } from './commands/set-program-active.ts'
import { updateProfile } from './commands/update-profile.ts'
import { updateProgram } from './commands/update-program.ts'
import { updateSchool } from './commands/update-school.ts'
import * as schools from './queries/find-schools.ts'
import { versionedProfile, versionedProgram, versionedSchool } from './queries/school-versions.ts'

explainRefusals(schoolRefusals)
refuseByConstraint('programs_school_id_name_key', 'program.name_taken')
refuseByConstraint('schools_slug_key', 'school.just_created')
refuseByConstraint('regulatory_profiles_jurisdiction_level_effective_from_key', 'profile.from_taken')

/** What other features create with a new school, in the same transaction. */
type Beginnings = { onCreated?: (tx: Tx, schoolId: string, actorId: string) => Promise<void> }

export function schoolHandlers({ onCreated }: Beginnings = {}) {
  const api = implement(schoolsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

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
            filename: exportName('schools'),
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

    get: api.get.handler(({ input, context }) => context.act((tx) => schools.findOne(tx, input.id))),

    create: api.create.handler(({ input: { id, ...fields }, context }) =>
      context.act(async (tx) => {
        await createSchool(tx, context.me(), id, fields)
        await onCreated?.(tx, id, context.me().realUserId)
        return schools.findOne(tx, id)
      }),
    ),

    update: api.update.handler(({ input: { id, version, idempotency_key: _key, ...fields }, context }) => {
      const seen = { id, version }
      return runAndReturn(context, school, seen, (tx) => updateSchool(tx, seen, fields))
    }),

    setActive: api.setActive.handler(({ input, context }) =>
      runAndReturn(context, school, input, (tx) => setActive(tx, input), input.reason),
    ),

    account: api.account.handler(async ({ input, context, errors }) => {
      const found = await context.act((tx) => schools.account(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    updateAccount: api.updateAccount.handler(({ input, context }) =>
      runAndReturn(context, school, input, (tx) => setAccount(tx, input, input)),
    ),

    renewJoinCode: api.renewJoinCode.handler(({ input, context }) =>
      context.act((tx) => renewJoinCode(tx, input)),
    ),

    createProgram: api.createProgram.handler(({ input: { id, school_id, ...fields }, context }) =>
      context.act(async (tx) => {
        await createProgram(tx, { id, school_id }, fields)
        return (await schools.program(tx, id))!
      }),
    ),

    updateProgram: api.updateProgram.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) => {
        const seen = { id, version }
        return runAndReturn(context, program, seen, (tx) => updateProgram(tx, seen, fields))
      },
    ),

    setProgramActive: api.setProgramActive.handler(({ input, context }) =>
      runAndReturn(context, program, input, (tx) => setProgramActive(tx, input)),
    ),

    listProfiles: api.listProfiles.handler(({ context }) => context.act((tx) => schools.profiles(tx))),

    createProfile: api.createProfile.handler(({ input: { id, ...fields }, context }) =>
      context.act(async (tx) => {
        await createProfile(tx, id, fields)
        return (await schools.profile(tx, id))!
      }),
    ),

    updateProfile: api.updateProfile.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) => {
        const seen = { id, version }
        return runAndReturn(context, profile, seen, (tx) => updateProfile(tx, seen, fields))
      },
    ),
  })
}

const school = { versioned: versionedSchool, read: schools.findOne }
const program = {
  versioned: versionedProgram,
  read: async (tx: Tx, id: string) => (await schools.program(tx, id))!,
}
const profile = {
  versioned: versionedProfile,
  read: async (tx: Tx, id: string) => (await schools.profile(tx, id))!,
}

type Act = <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>
type Kind<Row> = { versioned: Versioned; read: (tx: Tx, id: string) => Promise<Row> }

/** Runs one guarded command on one row: returns the row afterwards, or both versions if someone else saved first. */
function runAndReturn<Row>(
  { act }: { act: Act },
  { versioned, read }: Kind<Row>,
  seen: { id: string; version: number },
  command: (tx: Tx) => Promise<void>,
  reason?: string,
): Promise<Row> {
  return withConflictDetails(
    () =>
      act(
        async (tx) => {
          await command(tx)
          return read(tx, seen.id)
        },
        reason ? { reason } : {},
      ),
    () => act(async (tx) => versionConflict(tx, versioned, seen, await read(tx, seen.id))),
  )
}
