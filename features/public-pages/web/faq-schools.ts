import type { Audience } from './faq.ts'

export const schools: Audience = {
  href: '/faq/school-admins',
  label: 'Schools',
  questions: [
    {
      id: 'first-hour',
      question: 'What do we do in the first hour?',
      answer: [
        'Create the current semester with its holidays and breaks, invite the colleagues who decide with you, and import your students. Then find your sites on the map, request a partnership, and plan your first shifts.',
      ],
      pages: {
        '/school/settings': 'school_admin',
        '/school/students': 'school_admin',
        '/school/facilities': 'school_admin',
        '/school/partnerships': 'school_admin',
        '/shifts': 'school_admin',
      },
    },
    {
      id: 'copy-a-term',
      question: 'How do I copy a semester?',
      answer: [
        'Choose the old semester and the new one, and look at a preview before anything happens. Every shift moves by the days between the two start dates. If that is not a whole number of weeks, you can keep the weekdays instead, so that Tuesdays stay Tuesdays.',
        'The preview marks every date that falls on a holiday, in a break or outside the new semester, and leaves those out unless you include them. Copies are drafts. As long as all of them still are, you can undo the copy for 24 hours.',
      ],
      pages: { '/school/settings': 'school_admin' },
    },
    {
      id: 'overlapping-terms',
      question: 'Can two semesters overlap?',
      answer: [
        'Active semesters of different types can, and the form tells you. Active semesters of the same type cannot, and the message names the other one. Drafts can overlap anything.',
      ],
    },
    {
      id: 'request-shifts',
      question: 'How do we ask a hospital for shifts?',
      answer: [
        'Plan a shift or a weekly series on one of its units and submit it. The hospital approves it, approves fewer seats, proposes another time, asks a question or declines with a reason. You see each answer on the shift. When it is approved, name an instructor and publish it to students.',
      ],
      pages: { '/shifts': 'school_admin', '/facility/shifts': 'facility_admin' },
    },
    {
      id: 'import-students',
      question: 'How do we bring in our students?',
      answer: [
        'From a CSV or Excel file, or from a Canvas export. Every row is checked first: ready, invalid, twice in the file, already a member, already invited, or an account at another school. Only the ready rows are sent.',
      ],
      pages: { '/school/students': 'school_admin' },
    },
    {
      id: 'who-never-joined',
      question: 'How do we find out who never joined?',
      answer: [
        'Each invitation shows whether it was sent, opened, accepted, has expired or was revoked, and how often it was sent. Sending it again makes a new link and ends the old one.',
      ],
      pages: { '/school/students': 'school_admin' },
    },
    {
      id: 'approvals',
      question: 'Who lets people in?',
      answer: [
        'Your school’s administrators approve, decline or send back requests from students and instructors. Declining needs a reason, and the person reads it. The platform administrator approves a new school’s first administrator.',
      ],
    },
    {
      id: 'admin-tiers',
      question: 'What is the difference between a school admin and a school super admin?',
      answer: [
        'A school admin runs semesters, shifts and people, and invites students and instructors. A school super admin also invites other administrators and can reopen a closed shift. No one can sign up as a super admin; the role is given.',
      ],
    },
    {
      id: 'somebody-leaves',
      question: 'A colleague leaves. What happens to the account?',
      answer: [
        'You deactivate it on the People page: the person is signed out at once, and what they did stays on record under their name. You first see the shifts they lead and what else they hold, and decide what happens to each.',
      ],
      pages: { '/school/students': 'school_admin' },
    },
    {
      id: 'trail',
      question: 'Can we see who changed what?',
      answer: [
        'Yes. Every change to people, invitations, requests, semesters and shifts is recorded with the person, the time, the old and new value, and the reason if there was one. No one can edit the record, not even us. When support acts for someone, the record shows both names. A shift and a partnership show their own history on their page.',
        'Views of student records, exports, refused requests and failed sign-ins are recorded too. Your administrators read what concerns your school, a hospital’s administrators read what their own people did, each student sees who looked at their record, and everyone else sees none of it.',
      ],
      pages: { '/shifts': 'school_admin', '/school/partnerships': 'school_admin' },
    },
    {
      id: 'other-schools',
      question: 'Can another school see our data?',
      answer: [
        'No. For every request, the database decides which rows the signed-in person can read, from its own record of who is signed in. No page or program can turn that off.',
      ],
    },
    {
      id: 'trial-and-payment',
      question: 'How do trial and payment work?',
      answer: [
        'A school has 30 days to try Placewell without a card. The pricing page has the plans. The billing owner of a school chooses one on its Billing page and pays by card where that is set up; otherwise write to us, and we agree on the plan and the invoice.',
      ],
      pages: { '/billing': 'school_admin' },
    },
    {
      id: 'export',
      question: 'Can we use the data in our own systems?',
      answer: [
        'Lists download as CSV or Excel, exactly as filtered. There is also a REST interface, described in OpenAPI at /api/openapi.json. It gives a signed-in person what that person can see, and nothing more.',
      ],
      pages: { '/shifts': 'school_admin' },
    },
  ],
}
