import { implement } from '@orpc/server'
import { refusalMessage } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { leavesContract } from '../contract.ts'
import { leaveRefusals } from '../messages.ts'
import { cancelLeave } from './commands/cancel-leave.ts'
import { changeLeave, returnFromLeave } from './commands/change-leave.ts'
import { startLeave } from './commands/start-leave.ts'
import { type FoundLeave, findLeave, findOwnLeave, leavesOf } from './queries/find-leaves.ts'
import { findStudent } from './queries/find-student.ts'
import { itemsWithin, whyNotThen, wishlistsWithin } from './queries/plan-leave.ts'
import { versionedLeave } from './queries/versioned-leave.ts'
import type { SeatCommands } from './seat-commands.ts'

explainRefusals(leaveRefusals)
refuseByConstraint('student_leaves_apart', 'leave.just_added')

export function leaveHandlers(commands: SeatCommands) {
  const api = implement(leavesContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    ofStudent: api.ofStudent.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { today } = await findStudent(tx, input.student_id)
        return { leaves: (await leavesOf(tx, input.student_id)).map(shown), today }
      }),
    ),
    mine: api.mine.handler(({ context }) => context.act((tx) => findOwnLeave(tx, context.me()))),
    plan: api.plan.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { student_id: id, starts_on, ends_on = null, leave_id = null } = input
        const student = await findStudent(tx, id)
        const days = { starts_on, ends_on }
        const refused = await whyNotThen(tx, student, days, leave_id)
        if (refused) return { blocker: refusalMessage(leaveRefusals, refused), items: [], wishlists: [] }
        const [items, wishlists] = [await itemsWithin(tx, id, days), await wishlistsWithin(tx, id, days)]
        return { blocker: null, items, wishlists }
      }),
    ),
    start: api.start.handler(({ input: { idempotency_key: _key, ...leave }, context }) =>
      context.act((tx) => startLeave(tx, commands, context.me().userId, leave)),
    ),
    change: api.change.handler(({ input: { idempotency_key: _key, ...leave }, context }) =>
      withConflictDetails(
        () => context.act((tx) => changeLeave(tx, commands, leave)),
        () =>
          context.act(
            async (tx) => versionConflict(tx, versionedLeave, leave, shown(await findLeave(tx, leave.id))),
            { readOnly: true },
          ),
      ),
    ),
    return: api.return.handler(({ input, context }) => context.act((tx) => returnFromLeave(tx, input))),
    cancel: api.cancel.handler(({ input, context }) => context.act((tx) => cancelLeave(tx, commands, input))),
  })
}

const shown = ({
  student_id: _student,
  school_id: _school,
  canceled_at: _at,
  freed_items: _items,
  ...leave
}: FoundLeave) => leave
