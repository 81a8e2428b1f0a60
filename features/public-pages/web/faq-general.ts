import type { Audience } from './faq.ts'

export const general: Audience = {
  href: '/faq',
  label: 'General',
  questions: [
    {
      id: 'what-is-placewell',
      question: 'What is Placewell?',
      answer: [
        'A web application where nursing schools, the hospitals that host their students, instructors and students arrange clinical placements together: semesters, shifts, seats, partnerships, cohorts, approvals and messages.',
      ],
      pages: {
        '/shifts': 'school_admin',
        '/facility/shifts': 'facility_admin',
        '/student/shifts': 'student',
        '/student/progress': 'student',
        '/student/credentials': 'student',
      },
    },
    {
      id: 'who-can-use-it',
      question: 'Who can have an account?',
      answer: [
        'Students, clinical instructors (called proctors), school administrators, and administrators of hospitals and clinics. Everyone signs up or is invited with their own email address. Accounts are never shared.',
        'A preceptor works at the facility and guides one student there. Most preceptors answer by links in emails, without an account. A facility administrator to whom the platform administrator has given preceptor access for that facility signs in to the preceptor pages.',
      ],
    },
    {
      id: 'how-to-start',
      question: 'How does an account become active?',
      answer: [
        'In two steps. You verify your email address with a link that works for 24 hours, and someone who knows you lets you in, by inviting you or by approving your request.',
        'If you were invited, accepting does both: you are verified and linked to your school or facility right away.',
      ],
    },
    {
      id: 'what-does-it-cost',
      question: 'What does it cost?',
      answer: [
        'Students, instructors and the sites that host them pay nothing. Schools have a plan, with 30 days to try it without a card. See the pricing page for the plans.',
      ],
    },
    {
      id: 'patient-data',
      question: 'Does Placewell hold patient data?',
      answer: [
        'No, and it must not. Nothing in it asks for a patient’s name, number or story. Please keep them out of messages and notes, too.',
      ],
    },
    {
      id: 'who-sees-my-data',
      question: 'Who can see what about me?',
      answer: [
        'You, and the administrators of your own school or facility. Your instructors, for the shifts you are on, and instructors who advise your cohort. Classmates see your name in your cohort and when they swap shifts, unless you keep it off these lists on your profile. The hospital sees a student’s name only after the student has released it, or for a capstone project, once a preceptor there is asked or has accepted. The platform administrator needs a reason to act as you, sees a banner while doing so, cannot change anything unless they chose to, and leaves a record either way.',
        'Other schools see none of your data. The database itself refuses access.',
      ],
    },
    {
      id: 'passwords',
      question: 'How are passwords kept?',
      answer: [
        'Your browser turns the password into a hash before it is sent, and the server hashes that again with a key that is not in the database. What is stored cannot be used to sign in, by us or by anyone who copies the database.',
      ],
    },
    {
      id: 'how-long-signed-in',
      question: 'How long do I stay signed in?',
      answer: [
        'A session lasts 24 hours. It is renewed while you work in its last hour, for up to a week. Sign out on shared computers.',
      ],
    },
    {
      id: 'phone',
      question: 'Does it work on a phone?',
      answer: [
        'Yes. Every page works on a screen 320 pixels wide, with a keyboard and with a screen reader, in light and dark. There is nothing to install.',
      ],
    },
    {
      id: 'email-did-not-come',
      question: 'I did not get an email. What should I do?',
      answer: [
        'Look in your spam folder first, then check the address. You can send a verification email again from the sign-in page. For an invitation, ask the person who invited you. Only the newest link works.',
      ],
    },
    {
      id: 'try-it',
      question: 'Can I try it before I talk to anyone?',
      answer: [
        'Yes, where the demo is turned on: one click, no account. Be the coordinator, the student, the instructor and the hospital, one after the other.',
      ],
    },
  ],
}
