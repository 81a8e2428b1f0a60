import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import {
  credentialTypesContract,
  type CredentialType,
  type RequirementRow,
  type RequirementFields,
} from '../contract.ts'
import { typeRefusals } from '../messages.ts'
import { changeType } from './commands/change-type.ts'
import { createType } from './commands/create-type.ts'
import { retireRequirement } from './commands/retire-requirement.ts'
import { retireType } from './commands/retire-type.ts'
import { saveRequirement } from './commands/save-requirement.ts'
import { findRequirement, listRequirements } from './queries/list-requirements.ts'
import { findType, listTypes } from './queries/list-types.ts'
import { versionedRequirement } from './queries/requirement-versions.ts'
import { versionedType } from './queries/versioned-type.ts'

refuseByConstraint('credential_types_code_once', 'credential_type.code_taken')
explainRefusals(typeRefusals)

/** Clearance functions from a feature that depends on this one. */
export type ClearanceServices = {
  countImpact: (
    context: Pick<ActorContext, 'act'>,
    fields: RequirementFields & { id: string },
  ) => Promise<{ people: number; becoming: number; is_cut: boolean }>
  countAgreed: (
    context: Pick<ActorContext, 'act'>,
    asked: { partnership_id: string; type_ids: readonly string[] },
  ) => Promise<{ people: number; becoming: number; is_cut: boolean }>
}

export function credentialTypeHandlers({ countImpact, countAgreed }: ClearanceServices) {
  const api = implement(credentialTypesContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listTypes(tx, input))),

    create: api.create.handler(({ input, context }) =>
      context.act(async (tx) => {
        await createType(tx, input)
        return type(tx, input.id)
      }),
    ),

    change: api.change.handler(({ input, context }) =>
      withConflictDetails(
        () =>
          context.act(async (tx) => {
            const { idempotency_key: _key, ...change } = input
            await changeType(tx, change)
            return type(tx, input.id)
          }),
        () =>
          context.act(async (tx) => versionConflict(tx, versionedType, input, await type(tx, input.id)), {
            readOnly: true,
          }),
      ),
    ),

    retire: api.retire.handler(({ input, context }) =>
      context.act(async (tx) => {
        await retireType(tx, input)
        return type(tx, input.id)
      }),
    ),

    requirements: api.requirements.handler(({ context }) => context.act(listRequirements)),

    require: api.require.handler(({ input, context }) =>
      ofRequirement(context, input, async (tx) => {
        const { idempotency_key: _key, ...sent } = input
        await saveRequirement(tx, sent)
      }),
    ),

    impact: api.impact.handler(({ input, context }) => countImpact(context, input)),

    agreementImpact: api.agreementImpact.handler(({ input, context }) => countAgreed(context, input)),

    stopRequiring: api.stopRequiring.handler(({ input, context }) =>
      ofRequirement(context, input, (tx) => retireRequirement(tx, input)),
    ),
  })
}

async function type(tx: Tx, id: string): Promise<CredentialType> {
  return (await findType(tx, id)) ?? refuse(typeRefusals, refusal('credential_type.missing'))
}

/** A command on one requirement; an outdated version is refused with both versions (decision 036). */
const ofRequirement = (
  { act }: Pick<ActorContext, 'act'>,
  key: { id: string; version: number },
  work: (tx: Tx) => Promise<void>,
): Promise<RequirementRow> =>
  withConflictDetails(
    () =>
      act(async (tx) => {
        await work(tx)
        return requirement(tx, key.id)
      }),
    () => act(async (tx) => versionConflict(tx, versionedRequirement, key, await requirement(tx, key.id))),
  )

async function requirement(tx: Tx, id: string): Promise<RequirementRow> {
  return (await findRequirement(tx, id)) ?? refuse(typeRefusals, refusal('credential_requirement.missing'))
}
