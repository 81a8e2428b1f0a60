/** The areas of the product; each has its own ground for the navigation, so no one mistakes where they are. */
export type Tone = 'default' | 'admin' | 'school' | 'facility' | 'student' | 'proctor' | 'preceptor'

export const toneLabels: Record<Tone, string> = {
  default: 'Placewell',
  admin: 'Administration',
  school: 'School',
  facility: 'Facility',
  student: 'Student',
  proctor: 'Proctor',
  preceptor: 'Preceptor',
}
