/** The kinds of shifts, by how students learn on them (Domain 2.4). */
export const experienceTypes = [
  'group',
  'precepted',
  'observation',
  'simulation',
  'skills_lab',
  'community',
  'orientation',
  'makeup',
] as const
