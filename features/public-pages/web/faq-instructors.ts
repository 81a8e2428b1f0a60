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
        'A proctor is a clinical instructor of a school, who takes a group to the unit. A preceptor works at the facility and guides one student there. In Placewell a preceptor is an administrator of the facility with preceptor access, which the platform’s administrator switches on for that facility.',
      ],
    },
    {
      id: 'preceptor-pages',
      question: 'I am a preceptor and see no preceptor pages.',
      answer: [
        'Then the access is not switched on for you yet. Ask your facility’s education office to have it enabled; it acts at once, you need not sign in again.',
      ],
    },
    {
      id: 'two-schools',
      question: 'I teach at two schools.',
      answer: [
        'An account belongs to one school today. Use a second e-mail address for the second school, or write to us and tell us how you work: it is a case we want to get right.',
      ],
    },
    {
      id: 'what-can-i-do',
      question: 'What can I do in it today?',
      answer: [
        'See the active term of your school with holidays and breaks, keep your profile, and get announcements of your school in the product and by e-mail. Rosters, attendance, shift reports and evaluations are what it is being built for; they are not in it yet.',
      ],
    },
    {
      id: 'students-data',
      question: 'Which students do I see?',
      answer: [
        'None today. When rosters arrive, you are meant to see the students of your own shifts, not the whole school.',
      ],
    },
    {
      id: 'patient-stories',
      question: 'May I write about patients in notes or messages?',
      answer: [
        'No. Nothing that could identify a patient belongs into Placewell, not even in a message to us.',
      ],
    },
    {
      id: 'invitation-expired',
      question: 'The link in my invitation no longer works.',
      answer: [
        'Instructor invitations work for 14 days, and sending again ends the older link. Ask the school to send it again and use the newest mail.',
      ],
    },
    {
      id: 'shared-computer',
      question: 'I use a computer on the unit that others use too.',
      answer: [
        'Sign out when you are done. A session otherwise lasts up to 24 hours, and your profile shows where you are signed in, with a button to end those sessions.',
      ],
    },
  ],
}
