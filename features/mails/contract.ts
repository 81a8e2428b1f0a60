import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'public', write: false })

const keptMail = z.object({
  id: z.uuid(),
  kind: z.string(),
  to_address: z.string(),
  subject: z.string(),
  created_at: z.string(),
})
export type KeptMail = z.infer<typeof keptMail>

export const mailsContract = {
  /** The function of Spec §7, with exactly the body given there. Only the superadmin may send free text. */
  sendEmail: base
    .meta({ access: [], write: true })
    .route({ method: 'POST', path: '/functions/send-email', tags: ['Functions'], summary: 'Send a mail' })
    .input(
      z.strictObject({
        to: z
          .string()
          .trim()
          .toLowerCase()
          .pipe(
            z
              .email('An email address, such as ana@school.edu.')
              .max(254, 'An email address of at most 254 characters.'),
          ),
        subject: z
          .string()
          .trim()
          .min(1, 'Give it a subject.')
          .max(200, 'At most 200 characters.')
          .regex(/^\P{Cc}*$/u, 'One line of text.'),
        html: z.string().min(1, 'Write a message.').max(50_000, 'At most 50,000 characters.'),
      }),
    )
    .output(z.object({ id: z.uuid() })),

  /** Mails kept because there is no mail server. In production `open` is true only for the superadmin; others get nothing. */
  listKept: base
    .route({ method: 'GET', path: '/mails/kept', tags: ['Mails'], summary: 'Mails kept instead of sent' })
    .input(
      z.object({
        search: z.string().max(254).default(''),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        page_size: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(z.object({ open: z.boolean(), rows: z.array(keptMail), total: z.number() })),

  getKept: base
    .route({
      method: 'GET',
      path: '/mails/kept/{id}',
      tags: ['Mails'],
      summary: 'One kept mail with its words',
    })
    .input(z.object({ id: z.uuid() }))
    .output(keptMail.extend({ body_text: z.string(), body_html: z.string() })),
}
