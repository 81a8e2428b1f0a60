import type { Audience } from './faq.ts'

export const instructors: Audience = {
  href: '/faq/instructors',
  label: 'Instructors',
  questions: [
    {
      id: 'how-do-i-join',
      question: 'How do I get an account as an instructor?',
      answer: [
        'Your school invites you: open the link, choose a password, and you are linked to the school. You can also sign up as a proctor and name the school; an administrator there then approves you.',
      ],
    },
    {
      id: 'proctor-or-preceptor',
      question: 'Am I a proctor or a preceptor?',
      answer: [
        'A proctor is a school’s clinical instructor, who takes a group of students to the unit. A preceptor works at the facility and guides one student there. Most preceptors answer by links in emails, without an account. A facility administrator can also get preceptor access, which the platform administrator turns on for that facility, and then signs in to the preceptor pages.',
      ],
      pages: { '/proctor/dashboard': 'proctor', '/preceptor/dashboard': 'preceptor' },
    },
    {
      id: 'preceptor-pages',
      question: 'I am a preceptor and don’t see the preceptor pages.',
      answer: [
        'Preceptor access is not turned on for you yet. Ask your facility’s education office to request it. It takes effect on your next click, without signing in again.',
      ],
      pages: { '/admin/permission-requests': 'facility_admin' },
    },
    {
      id: 'two-schools',
      question: 'I teach at two schools.',
      answer: [
        'An account belongs to one school. Use a second email address for the second school, or write to us and tell us how you work.',
      ],
    },
    {
      id: 'what-can-i-do',
      question: 'What can I do here?',
      answer: [
        'See your schedule, the students on each of your shifts and how to arrive, print a roster, add students to a shift you lead, and follow your shifts in your phone’s calendar. You are notified when something changes.',
        'Take attendance on your phone and write the shift report that posts your students’ hours.',
        'Evaluations that are due are on your dashboard. Fill them in on your phone, one student or a whole group at a time.',
      ],
      pages: {
        '/proctor/schedule': 'proctor',
        '/proctor/students': 'proctor',
        '/proctor/profile': 'proctor',
        '/proctor/shift-reports': 'proctor',
      },
    },
    {
      id: 'students-data',
      question: 'Which students do I see?',
      answer: ['The students on your own shifts and in the cohorts you advise. Not the whole school.'],
      pages: { '/proctor/students': 'proctor' },
    },
    {
      id: 'patient-stories',
      question: 'May I write about patients in notes or messages?',
      answer: [
        'No. Leave out anything that could identify a patient, also in a message to us. The forms warn you when a text looks like patient data.',
      ],
    },
    {
      id: 'invitation-expired',
      question: 'The link in my invitation no longer works.',
      answer: [
        'Instructor invitations work for 14 days, and sending again ends the older link. Ask the school to send it again and use the newest email.',
      ],
    },
    {
      id: 'shared-computer',
      question: 'I use a shared computer on the unit.',
      answer: [
        'Sign out when you are done. Otherwise a session lasts up to 24 hours. Your profile shows where you are signed in and can end those sessions.',
      ],
      pages: { '/proctor/profile': 'proctor' },
    },
  ],
}
