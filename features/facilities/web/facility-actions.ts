import type { RefusalIn } from '#core/refusal.ts'
import type { facilityRefusals } from '../messages.ts'
import {
  addBlocker,
  archiveBlocker,
  closeBlocker,
  closeDaysBlocker,
  editBlocker,
  moveBlocker,
  pauseBlocker,
  restoreBlocker,
  resumeBlocker,
  whoBlocker,
} from '../rules/actions.ts'
import type { ActionTarget } from './action-target.ts'

/** Which facilities have an action, all unless it says so, and why it is refused now, by the rule that its command asks. */
export type FacilityActionRule = {
  isOffered?: (facility: ActionTarget) => boolean
  blocker?: (facility: ActionTarget) => RefusalIn<typeof facilityRefusals> | null
}
const isUnit = ({ kind }: ActionTarget) => kind === 'unit'
const isPaused = ({ status }: ActionTarget) => status === 'paused'
const isArchived = ({ status }: ActionTarget) => status === 'archived'

/** By the id of the action. */
export const facilityActionRules = {
  details: {},
  edit: { blocker: editBlocker },
  'add site': { isOffered: ({ kind }) => kind === 'organization', blocker: addBlocker },
  'add unit': { isOffered: ({ kind }) => kind === 'site', blocker: addBlocker },
  copy: { isOffered: isUnit, blocker: ({ above }) => addBlocker(above) },
  // Nothing of the unit itself changes, so a closed or archived one may be the model.
  'copy settings': { isOffered: isUnit, blocker: whoBlocker },
  resume: { isOffered: (facility) => isUnit(facility) && isPaused(facility), blocker: resumeBlocker },
  settle: {
    isOffered: (facility) => isUnit(facility) && isPaused(facility),
    blocker: (facility) => pauseBlocker(facility, facility.upcoming_shifts),
  },
  pause: {
    isOffered: (facility) => isUnit(facility) && !isPaused(facility),
    blocker: (facility) => pauseBlocker(facility, facility.upcoming_shifts),
  },
  'close days': { blocker: closeDaysBlocker },
  move: { blocker: (facility) => moveBlocker(facility, facility.above) },
  close: { isOffered: isUnit, blocker: closeBlocker },
  restore: { isOffered: isArchived, blocker: (facility) => restoreBlocker(facility, facility.above) },
  archive: {
    isOffered: (facility) => !isUnit(facility) && !isArchived(facility),
    blocker: archiveBlocker,
  },
} as const satisfies Record<string, FacilityActionRule>

export type FacilityActionId = keyof typeof facilityActionRules
