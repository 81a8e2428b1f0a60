import { absences } from '#features/attendance/rules.ts'

/** What a student reads on a shift they missed, instead of what can be done about their seat; undefined if they did not miss it. */
export const missedShiftText = (status: string | undefined): string | undefined =>
  absences.some((absent) => absent === status)
    ? 'You missed this shift. Hours to make up are in My shifts, under Make-ups.'
    : undefined
