/** The areas of the product; each has its own navigation color, so that people see where they are. */
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
