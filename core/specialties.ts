/** The specialties as people read them, in the order of their choices. */
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

/** Every specialty, in the order of its choices. */
export const specialties = Object.keys(specialtyLabels) as Specialty[]
