import type { ExperienceType } from '../contract.ts'

/** True for kinds that a school holds on its own campus, without a unit. */
export const isHeldOnCampus = (kind: ExperienceType): boolean =>
  kind === 'simulation' || kind === 'skills_lab' || kind === 'orientation'
