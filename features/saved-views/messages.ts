import { conflict } from '#core/refusal.ts'

/** Why a view can't be saved, and what would work. */
export const savedViewRefusals = {
  'view.too_many': conflict(
    ({ most }: { most: number }) => `You have ${most} saved views. Remove one that you no longer need.`,
  ),
  'view.name_taken': conflict(() => 'You already have a view with this name here.', 'name'),
}
