import { seatCommands } from '#features/assignments/server/public.ts'
import { changeDay, leaveProject } from '#features/capstone/server/public.ts'
import { replaceAdvisor } from '#features/cohorts/server/public.ts'
import { replaceLeader } from '#features/shifts/server/public.ts'
import { setPersonStatus } from '#features/users/server/public.ts'

/** What a departure or a leave does with a person's seats and roles: each by a command of the feature it belongs to. */
export const holdingCommands = {
  ...seatCommands,
  changeDay,
  leaveProject,
  replaceAdvisor,
  replaceLeader,
  setPersonStatus,
}
