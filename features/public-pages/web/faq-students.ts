import type { Audience } from './faq.ts'

export const students: Audience = {
  href: '/faq/students',
  label: 'Students',
  questions: [
    {
      id: 'do-i-pay',
      question: 'Do I have to pay anything?',
      answer: ['No. Placewell is free for students: no fee to join, none per semester, none to leave.'],
    },
    {
      id: 'how-do-i-join',
      question: 'How do I join my school?',
      answer: [
        'Use the invitation your school sends: open the link and choose a password. No invitation? Sign up as a student with your school’s name and join code, verify your email address, and wait for your school to approve you.',
      ],
    },
    {
      id: 'join-code',
      question: 'Where do I find the join code?',
      answer: [
        'Your school’s placement office has it. The code shows that you belong to the school. An administrator still approves you.',
      ],
    },
    {
      id: 'invitation-expired',
      question: 'My invitation says it has expired.',
      answer: [
        'Student invitations work for 14 days. Ask the person who invited you to send it again, then use the newest email: sending again ends the older link.',
      ],
    },
    {
      id: 'waiting-for-approval',
      question: 'How long do I wait for approval?',
      answer: [
        'Until an administrator of your school decides. They are notified that you are waiting, and you get a message either way. If they send your request back, it says what is missing: correct it and send it again.',
      ],
    },
    {
      id: 'wrong-school',
      question: 'I signed up for the wrong school.',
      answer: [
        'Ask that school to send your request back, not to decline it. Then choose the right school and send it again. If it was declined, ask the right school for an invitation, or write to us on the contact page.',
      ],
    },
    {
      id: 'what-can-i-do',
      question: 'What can I do here?',
      answer: [
        'See the shifts that are open to you, take a seat or join the waitlist, swap with a classmate, give up a seat before the deadline, and put your schedule in your phone’s calendar. Your dashboard shows your next shift, your hours by specialty and what needs an answer.',
        'Your progress page shows credited, scheduled and missing hours by specialty, course and semester. Your credentials page says what you need before a shift and takes your documents. Your semester reports appear when your school publishes them. Your evaluations are on your progress page, where you can acknowledge, reply to or dispute them.',
      ],
      pages: {
        '/student/shifts': 'student',
        '/student/dashboard': 'student',
        '/student/profile': 'student',
        '/student/progress': 'student',
        '/student/credentials': 'student',
        '/student/semester-reports': 'student',
      },
    },
    {
      id: 'graduation-date',
      question: 'Why does it ask for my graduation date?',
      answer: [
        'Schools plan placements around it. Change it on your profile whenever it moves. You can also note there that your license is in progress.',
      ],
      pages: { '/student/profile': 'student' },
    },
    {
      id: 'who-sees-me',
      question: 'Can the hospital see me?',
      answer: [
        'Only for the shifts and the capstone project you are on. On shifts, until you release your name, the hospital sees a number instead of your name. Once you release it for that site, its administrators see your name on the roster, from a set time before the shift until a set time after it.',
        'Your name on a capstone project needs no release: your preceptor sees it once asked, and the facility once a preceptor has accepted.',
        'Every time a roster shows your name, it is recorded. Your profile shows who saw it and when, and you can take the release back.',
      ],
      pages: { '/student/profile': 'student' },
    },
    {
      id: 'email-preferences',
      question: 'Can I choose which messages come by email?',
      answer: ['Yes, by type of message. Every message also stays under the bell at the top of the page.'],
      pages: { '/student/profile': 'student' },
    },
    {
      id: 'forgot-password',
      question: 'I forgot my password.',
      answer: [
        'Request a reset link on the sign-in page. It works once, for one hour. The page gives the same answer whether or not we know the address, so check your inbox.',
      ],
    },
  ],
}
