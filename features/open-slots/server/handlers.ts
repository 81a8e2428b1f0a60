import { implement } from '@orpc/server'
import { inWords, runEach } from '#features/shifts/server/public.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { isNearDeadline } from '#platform/server/time-left.ts'
import { openSlotsContract, type SlotRow } from '../contract.ts'
import { slotColumns } from './export-columns.ts'
import { offerSlots } from './commands/offer-slots.ts'
import { takeSlot } from './commands/take-slot.ts'
import { withdrawSlot } from './commands/withdraw-slot.ts'
import { slotRefusals } from '../messages.ts'
import { lockSlots } from './queries/lock-slots.ts'
import { listPartners } from './queries/list-partners.ts'
import { listSlots, listSlotsAfter } from './queries/list-slots.ts'

explainRefusals(slotRefusals)

export function openSlotsHandlers() {
  const api = implement(openSlotsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    partners: api.partners.handler(({ input, context }) =>
      context.act((tx) => listPartners(tx, input.facility_id)),
    ),
    list: api.list.handler(({ input: { page, page_size: size, ...asked }, context }) => {
      const { filter, forSchool } = slotsFor(context, asked)
      return context.act((tx) => listSlots(tx, filter, { forSchool, limit: size, offset: (page - 1) * size }))
    }),
    export: api.export.handler(({ input: { format, columns: chosen, ...asked }, context }) => {
      const { filter, forSchool } = slotsFor(context, asked)
      return exportAnswer({
        context,
        subject: 'open-slots',
        format,
        chosen,
        columns: slotColumns(forSchool),
        rows: rowsOfPages((after?: SlotRow) =>
          context.act((tx) => listSlotsAfter(tx, filter, { forSchool, after })),
        ),
      })
    }),
    offer: api.offer.handler(({ input: { id, ...fields }, context }) =>
      context.act(async (tx) => ({ offered: await offerSlots(tx, id, fields) })),
    ),
    withdraw: api.withdraw.handler(({ input, context }) =>
      context.act((tx) =>
        runEach(
          tx,
          input.slots,
          (slot) => (at) => withdrawSlot(at, { ...slot, reason: input.reason }),
          inWords,
          isNearDeadline,
        ),
      ),
    ),
    take: api.take.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { slots, school_id: schoolId, seats, lead_time_reason: reason, ...fields } = input
        await lockSlots(tx, slots)
        return runEach(
          tx,
          slots,
          (slot) => (at) => takeSlot(at, context.me(), { ...slot, schoolId, seats, fields, reason }),
          inWords,
          isNearDeadline,
        )
      }),
    ),
  })
}

/** Adds the school to the filter: a superadmin names one, a school uses its own, a facility none. */
function slotsFor<Asked extends { school_id?: string | undefined }>(
  context: ActorContext,
  { school_id, ...asked }: Asked,
) {
  const me = context.me()
  const isAbove = me.role === 'superadmin'
  return {
    filter: { ...asked, role: me.role, ...(isAbove && { school_id }) },
    forSchool: isAbove ? (school_id ?? null) : me.linkedSchoolId,
  }
}
