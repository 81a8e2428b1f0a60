/** The kinds of facilities, from the top of their tree to its bottom (Domain 2.2). */
export const facilityKinds = ['organization', 'site', 'unit'] as const

/** The label of each kind. */
export const facilityKindLabels: Record<(typeof facilityKinds)[number], string> = {
  organization: 'Organization',
  site: 'Site',
  unit: 'Unit',
}
