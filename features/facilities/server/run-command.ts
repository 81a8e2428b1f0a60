import { refuse, refusal } from '#core/refusal.ts'
import type { ActOptions } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import type { Facility } from '../contract.ts'
import { facilityRefusals } from '../messages.ts'
import { versionedFacility } from './queries/facility-versions.ts'
import { findById } from './queries/find-facility.ts'

export type Act = <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>

/** A facility that the caller may open; throws if there is none. */
export const findOne = async (tx: Tx, id: string): Promise<Facility> =>
  (await findById(tx, id)) ?? refuse(facilityRefusals, refusal('facility.missing'))

/** Runs one guarded command on a facility; if someone else saved first, throws a conflict with both versions. */
export const runCommand = <T>(
  { act }: { act: Act },
  seen: { id: string; version: number },
  work: (tx: Tx) => Promise<T>,
  options: ActOptions = {},
): Promise<T> =>
  withConflictDetails(
    () => act(work, options),
    () => act(async (tx) => versionConflict(tx, versionedFacility, seen, await findOne(tx, seen.id))),
  )

/** Same, but returns the facility as it is afterwards. */
export const runAndReturn = (
  context: { act: Act },
  seen: { id: string; version: number },
  command: (tx: Tx) => Promise<unknown>,
  options?: ActOptions,
): Promise<Facility> =>
  runCommand(
    context,
    seen,
    async (tx) => {
      await command(tx)
      return findOne(tx, seen.id)
    },
    options,
  )
