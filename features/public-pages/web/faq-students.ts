import type { Audience } from './faq.ts'

export const students: Audience = {
  href: '/faq/students',
  label: 'Students',
  questions: [
    {
      id: 'do-i-pay',
      question: 'Do I have to pay anything?',
      answer: ['No. Students do not pay for Placewell: not to join, not per term, not to leave.'],
    },
    {
      id: 'how-do-i-join',
      question: 'How do I join my school?',
      answer: [
        'Best through the invitation your school sends: open the link, choose a password, done. Without one, sign up as a student with your school’s name and its join code, verify your e-mail address, and wait until the school approves you.',
      ],
    },
    {
      id: 'join-code',
      question: 'Where do I find the join code?',
      answer: [
        'Your school’s placement office has it. It shows that you belong there; it does not let you in by itself, an administrator still approves you.',
      ],
    },
    {
      id: 'invitation-expired',
      question: 'My invitation says it has expired.',
      answer: [
        'Student invitations work for 14 days. Ask the person who invited you to send it again; they see that it has run out and need one click. Use the newest mail, since sending again ends the older link.',
      ],
    },
    {
      id: 'waiting-for-approval',
      question: 'How long do I wait for approval?',
      answer: [
        'Until an administrator of your school decides; they are told that you wait. You get a message either way. If the request comes back to you, it says what is missing: correct it and send it again.',
      ],
    },
    {
      id: 'wrong-school',
      question: 'I signed up for the wrong school.',
      answer: [
        'Write to the school you chose and ask them to decline the request with that reason, then sign up for the right one, or use the contact page and we help.',
      ],
    },
    {
      id: 'what-can-i-do',
      question: 'What can I do in it today?',
      answer: [
        'See your school’s active term with its dates, holidays and breaks, keep your profile and your graduation date right, and get messages from your school in the product and by e-mail. Shifts, hours and requirements are what comes next; they are not in it yet.',
      ],
    },
    {
      id: 'graduation-date',
      question: 'Why does it ask for my graduation date?',
      answer: [
        'Schools plan placements around it. You can change it on your profile whenever it moves, and you can say there whether your license is in progress.',
      ],
    },
    {
      id: 'who-sees-me',
      question: 'Can the hospital see me?',
      answer: [
        'Not today: a facility’s administrators see the people of their own facility, and no students. When shifts arrive, they are meant to see the least that is needed for the day.',
      ],
    },
    {
      id: 'email-preferences',
      question: 'Can I choose which messages come by e-mail?',
      answer: [
        'Yes, by kind of message. Whatever you choose, all of them stay in the bell at the top of the page.',
      ],
    },
    {
      id: 'forgot-password',
      question: 'I forgot my password.',
      answer: [
        'Ask for a reset link on the sign-in page. It works once, for one hour. The answer on the screen is the same whether or not the address is known, so check the mailbox.',
      ],
    },
  ],
}
