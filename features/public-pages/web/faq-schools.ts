import type { Audience } from './faq.ts'

export const schools: Audience = {
  href: '/faq/school-admins',
  label: 'Schools',
  questions: [
    {
      id: 'first-hour',
      question: 'What do we do in the first hour?',
      answer: [
        'Create the current term with its holidays and breaks, invite the colleagues who will decide with you, then drop in the list of your students and read the verdicts before anything is sent.',
      ],
    },
    {
      id: 'copy-a-term',
      question: 'How does copying a term work?',
      answer: [
        'You choose the old term and the new one, and look at a preview before anything happens. Every shift moves by the days between the two first days. If that is not a whole number of weeks, you can keep the weekdays instead, so that Tuesdays stay Tuesdays.',
        'The preview marks every date that falls on a holiday, into a break or outside the new term, and leaves those out unless you include them. Copies are drafts. While all of them still are, the copy can be undone for 24 hours.',
      ],
    },
    {
      id: 'overlapping-terms',
      question: 'Can two terms overlap?',
      answer: [
        'Active terms of different types may, and you are told. Active terms of the same type may not, and the message names the one in the way. Drafts may overlap anything.',
      ],
    },
    {
      id: 'import-students',
      question: 'In which form do we bring our students?',
      answer: [
        'As a CSV file with a line of headings: e-mail, first name and last name are needed; student number, cohort, program and phone are read if they are there. Up to 2,000 rows go at once.',
        'Every row gets a verdict first: ready, invalid, twice in the file, already a member, already invited, or an account elsewhere. Only the ready ones are sent.',
      ],
    },
    {
      id: 'who-never-joined',
      question: 'How do we find out who never joined?',
      answer: [
        'Each invitation shows whether it was sent, opened, accepted, has expired or was revoked, and how often it was sent. Sending it again gives a new link and ends the old one.',
      ],
    },
    {
      id: 'approvals',
      question: 'Who lets people in?',
      answer: [
        'Administrators of your school approve, decline or send back requests of students and instructors. A refusal needs a reason, and the person reads it. A new school’s first administrator is approved by the platform’s administrator.',
      ],
    },
    {
      id: 'admin-tiers',
      question: 'What is the difference between a school admin and a school super admin?',
      answer: [
        'A school admin runs terms and people, and invites students and instructors. A school super admin does all of that and also invites other administrators. The super admin’s role cannot be signed up for; it is given.',
      ],
    },
    {
      id: 'somebody-leaves',
      question: 'A colleague leaves. What happens to the account?',
      answer: [
        'It is deactivated: the person is out at once, and what they did stays in the trail under their name. Today the platform’s administrator does this; write to them.',
      ],
    },
    {
      id: 'trail',
      question: 'Can we see who changed what?',
      answer: [
        'Changes to people, invitations, requests, terms and shifts leave a line with the person, the time, the old and the new value, and the reason where one was given. Nobody can edit it, administrators and ourselves included. A line made by support on somebody’s behalf carries both names.',
        'Administrators of a school may read what concerns their school. There is no page for it in the school area yet: ask the platform’s administrator, or read it through the REST interface.',
      ],
    },
    {
      id: 'other-schools',
      question: 'Can another school see our data?',
      answer: [
        'No. Which rows a person may read is decided inside the database, for every request, from its own record of who is signed in. Pages and programs cannot switch that off.',
      ],
    },
    {
      id: 'trial-and-payment',
      question: 'How do trial and payment work?',
      answer: [
        'A school has 30 days to try Placewell without a card. The plans stand on the pricing page. Subscriptions are not taken in the product yet: write to us, and we agree on the plan and the invoice.',
      ],
    },
    {
      id: 'export',
      question: 'Can our own systems read it?',
      answer: [
        'There is a REST interface, described in OpenAPI at /api/openapi.json. It answers a signed-in person with what that person may see, and nothing more.',
      ],
    },
  ],
}
