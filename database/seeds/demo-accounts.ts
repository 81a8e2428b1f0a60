/** The demonstration's sign-ins, one per role; the password is public and works only in the demonstration. */
export const demoPassword = 'placewell demo 2026'

export const demoAccounts = [
  {
    key: 'superadmin',
    role: 'superadmin',
    email: 'sam.superadmin@placewell.example',
    fullName: 'Sam Okafor',
    label: 'Platform superadmin',
  },
  {
    key: 'school_super_admin',
    role: 'school_super_admin',
    email: 'grace.dean@lakeshore.example',
    fullName: 'Grace Lindqvist',
    label: 'School super admin',
  },
  {
    key: 'school_admin',
    role: 'school_admin',
    email: 'ana.coordinator@lakeshore.example',
    fullName: 'Ana Morales',
    label: 'School admin',
  },
  {
    key: 'facility_admin',
    role: 'facility_admin',
    email: 'frank.education@harborview.example',
    fullName: 'Frank Whitaker',
    label: 'Facility admin',
  },
  {
    key: 'preceptor',
    role: 'facility_admin',
    email: 'priya.preceptor@harborview.example',
    fullName: 'Priya Raman',
    label: 'Facility admin who is a preceptor',
  },
  {
    key: 'proctor',
    role: 'proctor',
    email: 'marcus.proctor@lakeshore.example',
    fullName: 'Marcus Bell',
    label: 'Proctor',
  },
  {
    key: 'student',
    role: 'student',
    email: 'jenna.student@lakeshore.example',
    fullName: 'Jenna Park',
    label: 'Student',
  },
] as const
