import type { AccessRole } from '#core/access.ts'

/** What someone can do today: the sentence, and the pages where they do it (address → who opens it). */
export type Claim = { text: string; pages: Readonly<Record<string, AccessRole>> }

/** A planned feature: the sentence, and its future addresses. Once one of them responds, the claim is outdated. */
export type Plan = { text: string; routes: readonly string[] }

/** In the product today. app/public-claims.test.ts compares it with the menus and with who may open each page. */
export const today: readonly Claim[] = [
  {
    text: 'Plan shifts on a calendar or as a weekly series, send them to the hospital, and publish them to students',
    pages: {
      '/shifts': 'school_admin',
      '/school/dashboard': 'school_admin',
      '/school/settings': 'school_admin',
    },
  },
  {
    text: 'One week board for the hospital: every school on every unit, requests approved, countered or declined in place',
    pages: { '/facility/shifts': 'facility_admin', '/facility/dashboard': 'facility_admin' },
  },
  {
    text: 'Students see open shifts, take a seat or join the waitlist, swap, and keep their hours in view',
    pages: { '/student/shifts': 'student', '/student/dashboard': 'student' },
  },
  {
    text: 'Schools ask which rotations or preceptors their students would like, match them, and tell each student why',
    pages: {
      '/school/wishlists': 'school_admin',
      '/student/wishlist': 'student',
      '/facility/wishlists': 'facility_admin',
    },
  },
  {
    text: 'A semester planned from a few sentences or a roster file, checked, and drafted after a look; rules that draft, publish and remind on a schedule',
    pages: { '/school/ai-shift-creator': 'school_admin', '/admin/shift-automation': 'school_admin' },
  },
  {
    text: 'Schools plan rotations: a unit, a pattern of days, seats and instructors, and the shifts follow',
    pages: { '/school/rotations': 'school_admin' },
  },
  {
    text: 'Instructors have their schedule, their students and a roster to print, and a calendar feed for their phone',
    pages: {
      '/proctor/schedule': 'proctor',
      '/proctor/students': 'proctor',
      '/proctor/dashboard': 'proctor',
      '/proctor/profile': 'proctor',
    },
  },
  {
    text: 'Messages to a roster, a cohort or everyone at a site, from instructors to their students, and from hospitals to their schools: at once or at a chosen time, with who has read them',
    pages: {
      '/school/messages': 'school_admin',
      '/facility/messages': 'facility_admin',
      '/proctor/messages': 'proctor',
    },
  },
  {
    text: 'Immunizations and other credentials: sent once, reviewed in a queue, checked against the whole placement',
    pages: {
      '/school/compliance': 'school_admin',
      '/student/credentials': 'student',
      '/proctor/credentials': 'proctor',
      '/facility/credentials': 'facility_admin',
    },
  },
  {
    text: 'Check-in on a phone, attendance with a few taps, and shift reports that post the hours',
    pages: {
      '/student/dashboard': 'student',
      '/proctor/shift-reports': 'proctor',
      '/school/shift-reports': 'school_admin',
    },
  },
  {
    text: 'Credited hours that student, school and registrar share, and progress toward graduation',
    pages: {
      '/student/progress': 'student',
      '/school/student-progress': 'school_admin',
      '/proctor/student-progress': 'proctor',
    },
  },
  {
    text: 'Semester reports with a PDF that students acknowledge, and reports for your board and accreditor',
    pages: {
      '/student/semester-reports': 'student',
      '/proctor/semester-reports': 'proctor',
      '/school/reports': 'school_admin',
    },
  },
  {
    text: 'Clinical mapping: facilities propose which units meet a requirement, your school decides, and your accreditor gets the proof',
    pages: {
      '/admin/clinical-mapping': 'facility_admin',
      '/admin/clinical-mapping/ai': 'facility_admin',
      '/admin/clinical-mapping/configuration': 'facility_admin',
      '/admin/clinical-mapping/documentation': 'school_admin',
      '/admin/clinical-mapping/csv-export': 'school_admin',
    },
  },
  {
    text: 'Find sites on a map, request a partnership, and keep affiliation agreements with their dates and files',
    pages: { '/school/facilities': 'school_admin', '/school/partnerships': 'school_admin' },
  },
  {
    text: 'Hospitals keep organizations, sites and units in one tree, with their own team and their own rules',
    pages: {
      '/facility/management': 'facility_admin',
      '/facility/users': 'facility_admin',
      '/facility/settings': 'facility_admin',
      '/facility/complete-setup': 'facility_admin',
    },
  },
  {
    text: 'Students, instructors and cohorts from a spreadsheet or Canvas, each row checked before anything is sent',
    pages: {
      '/school/students': 'school_admin',
      '/school/cohorts': 'school_admin',
      '/school/profile': 'school_admin',
      '/school/account': 'school_admin',
    },
  },
  {
    text: 'Evaluations on a phone: midterm, final and after each shift, with replies, disputes and verification',
    pages: {
      '/proctor/dashboard': 'proctor',
      '/proctor/feedback': 'proctor',
      '/admin/evaluation-verification': 'school_admin',
      '/student/progress': 'student',
    },
  },
  {
    text: 'Capstones from proposal to completion, with preceptors whose license, experience and load are checked',
    pages: {
      '/student/capstone': 'student',
      '/school/capstone': 'school_admin',
      '/proctor/capstone': 'proctor',
      '/facility/preceptors': 'facility_admin',
      '/preceptor/students': 'preceptor',
    },
  },
  {
    text: 'Facilities see who is cleared, and review the credentials that they require themselves',
    pages: { '/facility/credentials': 'facility_admin' },
  },
  {
    text: 'Preceptor access, person by person and facility by facility, and a record of every change',
    pages: {
      '/preceptor/dashboard': 'preceptor',
      '/admin/permission-requests': 'facility_admin',
      '/admin/permissions-help': 'student',
    },
  },
  {
    text: 'Plans, payment methods and invoices inside the product',
    pages: {
      '/billing': 'school_admin',
      '/billing/upgrade': 'school_admin',
      '/billing/payment-methods': 'school_admin',
      '/billing/transfer-ownership': 'school_admin',
    },
  },
]

/** Not in the product yet. */
export const later: readonly Plan[] = [
  { text: 'Attendance and evaluation results in your Canvas gradebook', routes: [] },
]

/** The columns of the table of who sees what, each with its role. */
export const viewers = [
  { label: 'Student', role: 'student' },
  { label: 'Instructor', role: 'proctor' },
  { label: 'School admin', role: 'school_admin' },
  { label: 'Facility admin', role: 'facility_admin' },
] as const

export type Sees = 'Yes' | 'No' | 'If released'

/** One line of that table, and its proof: a table in database/matrix.txt, or a test. */
export type Sight = {
  what: string
  seen: readonly [Sees, Sees, Sees, Sees]
  heldBy: { table: string } | { test: string }
}

/** Who sees what. app/public-claims.test.ts compares it with the policies. */
export const sights: readonly Sight[] = [
  { what: 'Their own profile', seen: ['Yes', 'Yes', 'Yes', 'Yes'], heldBy: { table: 'public.users' } },
  {
    what: 'Their own notifications',
    seen: ['Yes', 'Yes', 'Yes', 'Yes'],
    heldBy: { table: 'public.notifications' },
  },
  {
    what: 'The school’s semesters',
    seen: ['Yes', 'Yes', 'Yes', 'No'],
    heldBy: { table: 'public.semesters' },
  },
  { what: 'The school’s cohorts', seen: ['No', 'Yes', 'Yes', 'No'], heldBy: { table: 'public.cohorts' } },
  {
    what: 'Names of students on a unit’s shifts',
    seen: ['No', 'Yes', 'Yes', 'If released'],
    heldBy: { test: 'features/privacy/server/roster.db.test.ts' },
  },
  {
    what: 'The school’s record of changes',
    seen: ['No', 'No', 'Yes', 'No'],
    heldBy: { table: 'public.audit_events' },
  },
  {
    what: 'Anything of another school',
    seen: ['No', 'No', 'No', 'No'],
    heldBy: { test: 'app/foreign.db.test.ts' },
  },
]
