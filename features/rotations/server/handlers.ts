import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { rotationsContract } from '../contract.ts'
import { rotationRefusals } from '../messages.ts'
import { adoptSeries } from './commands/adopt-series.ts'
import { alignShifts, cancelRotation, changeRotation, previewChange } from './commands/change-rotation.ts'
import { createRotation } from './commands/create-rotation.ts'
import { takeSlots } from './commands/take-slots.ts'
import { getRotation } from './queries/get-rotation.ts'
import { listRotations, listSeries } from './queries/list-rotations.ts'
import { versionedRotation } from './queries/versioned-rotation.ts'

explainRefusals(rotationRefusals)
refuseByConstraint('rotations_series_once', 'rotation.series_taken')

export function rotationHandlers() {
  const api = implement(rotationsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listRotations(tx, input))),
    get: api.get.handler(({ input, context }) => context.act((tx) => getRotation(tx, input.id))),
    series: api.series.handler(({ context }) => context.act((tx) => listSeries(tx))),
    create: api.create.handler(({ input: { id, idempotency_key: _key, ...fields }, context }) =>
      context.act(async (tx) => {
        const me = context.me()
        await createRotation(tx, me, { id, schoolId: me.linkedSchoolId!, fields })
        return getRotation(tx, id)
      }),
    ),
    adopt: api.adopt.handler(({ input: { id, series_id: seriesId }, context }) =>
      context.act(async (tx) => {
        const me = context.me()
        await adoptSeries(tx, me, { id, schoolId: me.linkedSchoolId!, seriesId })
        return getRotation(tx, id)
      }),
    ),
    takeSlots: api.takeSlots.handler(
      ({ input: { idempotency_key: _key, lead_time_reason: reason, ...taken }, context }) =>
        context.act(async (tx) => {
          const me = context.me()
          await takeSlots(tx, me, { ...taken, reason, schoolId: me.linkedSchoolId! })
          return getRotation(tx, taken.id)
        }),
    ),
    update: api.update.handler(
      ({ input: { id, version, reason, refused, idempotency_key: _key, ...fields }, context }) =>
        withConflictDetails(
          () =>
            context.act(async (tx) => {
              const follow_up = await changeRotation(tx, context.me(), {
                id,
                version,
                reason,
                refused,
                fields,
              })
              return { rotation: await getRotation(tx, id), follow_up }
            }),
          () =>
            context.act(
              async (tx) =>
                versionConflict(tx, versionedRotation, { id, version }, await getRotation(tx, id)),
              { readOnly: true },
            ),
        ),
    ),
    preview: api.preview.handler(({ input: { id, ...fields }, context }) =>
      context.act((tx) => previewChange(tx, id, fields), { readOnly: true }),
    ),
    align: api.align.handler(({ input, context }) =>
      context.act(async (tx) => {
        const follow_up = await alignShifts(tx, context.me(), input)
        return { rotation: await getRotation(tx, input.id), follow_up }
      }),
    ),
    cancel: api.cancel.handler(({ input, context }) =>
      context.act(async (tx) => {
        const follow_up = await cancelRotation(tx, context.me(), input)
        return { rotation: await getRotation(tx, input.id), follow_up }
      }),
    ),
  })
}
