import { invalid } from '#core/refusal.ts'

/** Why the shifts at a place cannot be settled as decided, and what would work. */
export const settleRefusals = {
  'shift_ahead.kept': invalid(
    () =>
      'Nothing can be kept where nobody can plan any more. Cancel these shifts or move them to another unit.',
  ),
  'shift_ahead.wrong_unit': invalid(
    () => 'A shift moves to one of the units that the list offers: active, and administered by you.',
  ),
}
