import { notificationText } from '#core/notification-texts.ts'
import { invalid } from '#core/refusal.ts'

/** Why the shifts at a place cannot be settled as decided, and what would work. */
export const settleRefusals = {
  'shift_ahead.kept': invalid(
    () => 'Shifts can’t stay where planning is closed. Cancel these shifts or move them to another unit.',
  ),
  'shift_ahead.wrong_unit': invalid(
    () => 'A shift moves to one of the units that the list offers: active, and administered by you.',
  ),
}

/** What became of a school's shifts at a place, and how many of its drafts need another unit. */
type Settled = { name: string; kept: number; canceled: number; moved: number; drafts: number; reason: string }

const settled = ({ kept, canceled, moved, drafts, reason }: Settled): string => {
  const shifts = [
    kept > 0 && `${kept} kept`,
    canceled > 0 && `${canceled} canceled`,
    moved > 0 && `${moved} moved to another unit`,
  ].filter(Boolean)
  return [
    shifts.length > 0 && `Of your shifts there, ${shifts.join(', ')}.`,
    drafts > 0 && `Drafts that need another unit: ${drafts}.`,
    `Reason: ${reason}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What people are notified of: code → text. */
export const notificationTexts = {
  'facility.paused': notificationText<Settled>(({ name }) => `${name} is paused`, settled),
  'facility.closed': notificationText<Settled>(({ name }) => `${name} is closed`, settled),
  'facility.archived': notificationText<Settled>(({ name }) => `${name} is archived`, settled),
}
