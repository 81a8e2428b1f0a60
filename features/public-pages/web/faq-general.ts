import type { Audience } from './faq.ts'

export const general: Audience = {
  href: '/faq',
  label: 'General',
  questions: [
    {
      id: 'what-is-placewell',
      question: 'What is Placewell?',
      answer: [
        'A web application in which nursing schools, the hospitals that host students, instructors and students keep clinical placements together. Today it holds terms, people, permissions, approvals and messages; requests for shifts, hours, health requirements and evaluations are what it is being built for and are not in it yet.',
      ],
    },
    {
      id: 'who-can-use-it',
      question: 'Who can have an account?',
      answer: [
        'Students, clinical instructors (called proctors), administrators of schools and administrators of hospitals or clinics. Everybody signs up or is invited under their own e-mail address; accounts are never shared.',
        'Preceptors are administrators of a facility to whom the platform’s administrator has given preceptor access for that facility.',
      ],
    },
    {
      id: 'how-to-start',
      question: 'How does an account become active?',
      answer: [
        'Two things must be true. Your e-mail address is verified through a link that we send and that works for 24 hours; and somebody who knows you has let you in, either by inviting you or by approving your request.',
        'People who were invited are verified by accepting, and linked to their school or facility at once.',
      ],
    },
    {
      id: 'what-does-it-cost',
      question: 'What does it cost?',
      answer: [
        'Students, instructors and the sites that host them pay nothing. Schools have a plan, with 30 days to try it without a card. The pricing page lists the plans of this installation.',
      ],
    },
    {
      id: 'patient-data',
      question: 'Does Placewell hold patient data?',
      answer: [
        'No, and it must not. Nothing in it asks for a patient’s name, number or story. Please keep them out of messages and notes as well.',
      ],
    },
    {
      id: 'who-sees-my-data',
      question: 'Who can see what about me?',
      answer: [
        'You. The administrators of your own school, or of your own facility. And the platform’s administrator, who needs a reason to look through your eyes, sees a banner while doing so, cannot change anything unless they chose to, and leaves a line in the trail either way.',
        'Other schools see nothing of yours: the database itself refuses, whatever a page asks for.',
      ],
    },
    {
      id: 'passwords',
      question: 'How are passwords kept?',
      answer: [
        'Your browser turns the password into a hash before it is sent, and the server hashes that once more with a key that is not in the database. Neither we nor whoever might copy the database can sign in with what is stored.',
      ],
    },
    {
      id: 'how-long-signed-in',
      question: 'How long do I stay signed in?',
      answer: [
        'A session lasts 24 hours. It is renewed while you work in its last hour, for a week at most. Sign out on computers that others use.',
      ],
    },
    {
      id: 'phone',
      question: 'Does it work on a phone?',
      answer: [
        'Yes. Every page is made for a screen as narrow as 320 pixels, for keyboards and for screen readers, light and dark. There is nothing to install.',
      ],
    },
    {
      id: 'email-did-not-come',
      question: 'An e-mail has not come. What now?',
      answer: [
        'Look into spam first, then check the address. A verification mail can be sent again from the sign-in page; an invitation is sent again by whoever invited you. The newest link works, older ones do not.',
      ],
    },
    {
      id: 'try-it',
      question: 'Can I try it before I talk to anybody?',
      answer: [
        'Yes, where this installation has its demo switched on: one click, no account. You can be the coordinator, the student, the instructor and the hospital, one after the other.',
      ],
    },
  ],
}
