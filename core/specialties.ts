/** The labels of the specialties, in the order they are listed. */
export const specialtyLabels = {
  fundamentals: 'Fundamentals',
  med_surg: 'Medical-surgical',
  maternal_newborn: 'Maternal-newborn',
  pediatrics: 'Pediatrics',
  mental_health: 'Mental health',
  community: 'Community',
  icu: 'Intensive care',
  emergency: 'Emergency',
  perioperative: 'Perioperative',
  geriatrics_ltc: 'Geriatrics and long-term care',
  leadership: 'Leadership',
  capstone: 'Capstone',
  other: 'Other',
} as const

export type Specialty = keyof typeof specialtyLabels

/** The label of a specialty; of one that this version does not know, the text as stored. */
export const specialtyName = (specialty: string): string =>
  specialtyLabels[specialty as Specialty] ?? specialty

/** Every specialty, in the order they are listed. */
export const specialties = Object.keys(specialtyLabels) as Specialty[]
