import { useMutation } from '@tanstack/react-query'
import { wishlists } from './queries.ts'

const touches = [wishlists.key()]

export const useCreateWishlist = () =>
  useMutation({
    ...wishlists.create.mutationOptions(),
    meta: { quiet: true, done: 'Wishlist created', touches },
  })

export const useChangeWishlist = () =>
  useMutation({
    ...wishlists.change.mutationOptions(),
    meta: { quiet: true, done: 'Wishlist saved', touches },
  })

export const useArchive = () =>
  useMutation({
    ...wishlists.archive.mutationOptions(),
    meta: { done: 'Wishlist archived', failed: 'The wishlist was not archived', touches },
  })

export const useAnnounce = () =>
  useMutation({
    ...wishlists.announce.mutationOptions(),
    meta: { done: 'Wishlist announced', failed: 'The wishlist was not announced', touches },
  })

export const useTakeBack = () =>
  useMutation({
    ...wishlists.takeBack.mutationOptions(),
    meta: {
      done: 'The wishlist is a draft again',
      failed: 'The wishlist was not set back to draft',
      touches,
    },
  })

export const useClose = () =>
  useMutation({ ...wishlists.close.mutationOptions(), meta: { quiet: true, touches } })

export const useExtend = () =>
  useMutation({
    ...wishlists.extend.mutationOptions(),
    meta: { quiet: true, done: 'Last day moved', touches },
  })

export const useRemind = () =>
  useMutation({
    ...wishlists.remind.mutationOptions(),
    meta: { done: 'Reminders sent', failed: 'No reminder was sent', touches },
  })

export const useDecideHardship = () =>
  useMutation({
    ...wishlists.decideHardship.mutationOptions(),
    meta: { done: 'Decision saved', failed: 'The decision was not saved', touches },
  })

export const useDecideConflict = () =>
  useMutation({
    ...wishlists.decideConflict.mutationOptions(),
    meta: { done: 'Decision saved', failed: 'The decision was not saved', touches },
  })

export const useChooseFor = () =>
  useMutation({
    ...wishlists.chooseFor.mutationOptions(),
    meta: { done: 'Choices saved', failed: 'The choices were not saved', touches },
  })
