import { formatDate } from '#core/plain-date.ts'
import type { EvaluationTask } from '../contract.ts'
import { LINK_DAYS, type LinkTask } from '#features/preceptors/rules.ts'
import { mailBody } from '#platform/server/mail-layout.ts'

type About = {
  appUrl: string
  title: string
  school: string
  preceptor: string
  date?: string | null
  kind?: EvaluationTask | undefined
}

const said = {
  accept: {
    subject: ({ school }: About) => `${school} asks you to be a preceptor`,
    text: ({ title, school }: About) =>
      `${school} asks you to take a nursing student for “${title}”. Read what it is about and answer.`,
    label: 'See the request',
  },
  sign: {
    subject: ({ title }: About) => `Sign the agreement for “${title}”`,
    text: ({ school }: About) =>
      `Thank you for accepting a student of ${school}. The student, the faculty member and you sign the agreement before the first day.`,
    label: 'Read and sign',
  },
  confirm: {
    subject: ({ date }: About) => `Confirm the hours of ${formatDate(date ?? '', 'weekday')}`,
    text: ({ title }: About) => `Was your student of “${title}” there? One tap confirms the hours.`,
    label: 'Confirm hours',
  },
  evaluate: {
    subject: ({ title, kind }: About) =>
      `${kind === 'midterm' ? 'Midterm' : 'Final'} evaluation of your student: “${title}”`,
    text: ({ school }: About) =>
      `${school} asks for your evaluation, about three minutes. You evaluate, the faculty member grades.`,
    label: 'Evaluate',
  },
  certificate: {
    subject: () => 'Thank you for being a preceptor',
    text: ({ title, school }: About) =>
      `“${title}” is complete. ${school} thanks you for your time. Your certificate of hours is ready.`,
    label: 'Get your certificate',
  },
} satisfies Record<LinkTask, unknown>

/**
 * The email with the link for one task of a preceptor without an account. PostgreSQL replaces the braces with the token; what people wrote
 * loses its own braces, or a title could carry the token to another address.
 */
export function linkMail(task: LinkTask, written: About): { subject: string; text: string; html: string } {
  const { subject, text, label } = said[task]
  const plain = (words: string) => words.replace(/[{}]/g, '')
  const about = {
    ...written,
    title: plain(written.title),
    school: plain(written.school),
    preceptor: plain(written.preceptor),
  }
  const body = mailBody({
    heading: subject(about),
    paragraphs: [`Hello ${about.preceptor},`, text(about)],
    action: { label, url: `${about.appUrl}/capstone-task?token={}` },
    footnote: `No account is needed. The link is for you and this one task alone, and works for ${LINK_DAYS} days. Do not forward it.`,
  })
  return { subject: subject(about), ...body }
}
