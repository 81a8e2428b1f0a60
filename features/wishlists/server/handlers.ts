import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { wishlistsContract } from '../contract.ts'
import { wishlistRefusals } from '../messages.ts'
import { announceWishlist } from './commands/announce-wishlist.ts'
import { archiveWishlist } from './commands/archive-wishlist.ts'
import { changeWishlist } from './commands/change-wishlist.ts'
import { createWishlist } from './commands/create-wishlist.ts'
import { decideConflict } from './commands/decide-conflict.ts'
import { decideHardship } from './commands/decide-hardship.ts'
import { declareFacts } from './commands/declare-facts.ts'
import { closeWishlist } from './commands/close-wishlist.ts'
import { extendWishlist } from './commands/extend-wishlist.ts'
import { rankStudents } from './commands/rank-students.ts'
import { remindStudents } from './commands/remind-students.ts'
import { saveChoices } from './commands/save-choices.ts'
import { returnToDraft } from './commands/return-to-draft.ts'
import { getWishlist } from './queries/get-wishlist.ts'
import { listOpenings } from './queries/list-openings.ts'
import { listOwn } from './queries/list-own.ts'
import { listRotations } from './queries/list-rotations.ts'
import { listToRank } from './queries/list-to-rank.ts'
import { listWishlists } from './queries/list-wishlists.ts'
import { versionedWishlist } from './queries/versioned-wishlist.ts'

explainRefusals(wishlistRefusals)

export function wishlistHandlers() {
  const api = implement(wishlistsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    mine: api.mine.handler(({ context }) => context.act((tx) => listOwn(tx, context.me().userId))),
    choose: api.choose.handler(({ input, context }) =>
      context.act(async (tx) => {
        const student = context.me().userId
        await saveChoices(tx, { ...input, student_id: student }, 'student')
        return (await listOwn(tx, student, input.id))[0]!
      }),
    ),
    declare: api.declare.handler(({ input: { id, idempotency_key: _key, ...declared }, context }) =>
      context.act(async (tx) => {
        const student = context.me().userId
        await declareFacts(tx, { id, student_id: student }, declared)
        return (await listOwn(tx, student, id))[0]!
      }),
    ),
    decideHardship: api.decideHardship.handler(({ input, context }) =>
      context.act(async (tx) => {
        await decideHardship(tx, context.me().realUserId, input)
        return getWishlist(tx, input.id)
      }),
    ),
    decideConflict: api.decideConflict.handler(({ input, context }) =>
      context.act(async (tx) => {
        await decideConflict(tx, context.me().realUserId, input)
        return getWishlist(tx, input.id)
      }),
    ),
    toRank: api.toRank.handler(({ context }) => context.act((tx) => listToRank(tx))),
    rankStudents: api.rankStudents.handler(({ input, context }) =>
      context.act(async (tx) => {
        await rankStudents(tx, input)
        return (await listToRank(tx, input.id))[0]!
      }),
    ),
    list: api.list.handler(({ context }) => context.act((tx) => listWishlists(tx))),
    get: api.get.handler(({ input, context }) => context.act((tx) => getWishlist(tx, input.id))),
    rotations: api.rotations.handler(({ input, context }) =>
      context.act(async (tx) =>
        (await listRotations(tx, input.semester_id)).map(
          ({ facility_id: _unit, series_id: _series, ...rotation }) => rotation,
        ),
      ),
    ),
    create: api.create.handler(({ input: { id, idempotency_key: _key, ...fields }, context }) =>
      context.act(async (tx) => {
        await createWishlist(tx, id, fields)
        return getWishlist(tx, id)
      }),
    ),
    openings: api.openings.handler(({ input, context }) =>
      context.act(async (tx) =>
        (await listOpenings(tx, input.semester_id)).openings.map(
          ({ id, name, location, seats, availability, preceptor_id }) => ({
            id,
            is_unit: preceptor_id === null,
            name,
            location,
            seats,
            availability,
          }),
        ),
      ),
    ),
    change: api.change.handler(({ input: { id, version, idempotency_key: _key, ...fields }, context }) =>
      withConflictDetails(
        () =>
          context.act(async (tx) => {
            await changeWishlist(tx, { id, version }, fields)
            return getWishlist(tx, id)
          }),
        () =>
          context.act(
            async (tx) => {
              const { participants: _students, ...draft } = await getWishlist(tx, id)
              return versionConflict(tx, versionedWishlist, { id, version }, draft)
            },
            { readOnly: true },
          ),
      ),
    ),
    archive: api.archive.handler(({ input, context }) =>
      context.act(async (tx) => {
        await archiveWishlist(tx, input.id)
        return getWishlist(tx, input.id)
      }),
    ),
    announce: api.announce.handler(({ input, context }) =>
      context.act(async (tx) => {
        await announceWishlist(tx, input.id)
        return getWishlist(tx, input.id)
      }),
    ),
    takeBack: api.takeBack.handler(({ input, context }) =>
      context.act(async (tx) => {
        await returnToDraft(tx, input.id)
        return getWishlist(tx, input.id)
      }),
    ),
    close: api.close.handler(({ input, context }) =>
      context.act(async (tx) => {
        await closeWishlist(tx, input.id)
        return getWishlist(tx, input.id)
      }),
    ),
    extend: api.extend.handler(({ input, context }) =>
      context.act(async (tx) => {
        await extendWishlist(tx, input.id, input.closes_on)
        return getWishlist(tx, input.id)
      }),
    ),
    remind: api.remind.handler(({ input, context }) =>
      context.act(async (tx) => ({ notified: await remindStudents(tx, input.id) })),
    ),
    chooseFor: api.chooseFor.handler(({ input, context }) =>
      context.act(async (tx) => {
        await saveChoices(tx, input, 'school')
        return getWishlist(tx, input.id)
      }),
    ),
  })
}
