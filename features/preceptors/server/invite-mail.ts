import { mailBody } from '#platform/server/mail-layout.ts'

type About = { facility: string; preceptor: string; inviter: string }

/** The email to a new preceptor without an account: what they will be asked to do later, and how. */
export function inviteMail({ facility, preceptor, inviter }: About): {
  subject: string
  text: string
  html: string
} {
  const subject = `${facility} invites you to be a preceptor`
  const body = mailBody({
    heading: subject,
    paragraphs: [
      `Hello ${preceptor},`,
      `${inviter} added you as a preceptor of nursing students at ${facility}. You don’t need to do anything now.`,
      'When a school asks you to take a student, you’ll get an email with a link to read about the student’s project and accept or decline. You’ll sign, confirm hours and evaluate through links, too. No account is needed.',
      `If you do not want to take students, tell ${inviter}.`,
    ],
  })
  return { subject, ...body }
}
