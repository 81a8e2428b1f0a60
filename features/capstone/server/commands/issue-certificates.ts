import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Issued = {
  id: string
  preceptor_id: string
  preceptor_name: string
  school_name: string
  minutes: number
}
type Project = { id: string; title: string }

/** Thanks every preceptor of a completed project with a certificate of their hours: by a notification, or by a link. */
export async function issueCertificates(tx: Tx, project: Project, appUrl: string): Promise<void> {
  const { rows } = await sql<Issued>`select * from app.issue_capstone_certificates(${project.id}::uuid)`.execute(tx)
  for (const one of rows) {
    await sendOne(tx, project, { ...one, key: one.id }, appUrl)
  }
} // prettier-ignore

async function sendOne(tx: Tx, { id, title }: Project, one: Omit<Issued, 'id'> & { key: string }, appUrl: string): Promise<void> {
  const { preceptor_id, preceptor_name, school_name, minutes, key } = one
  const values = { title, school: school_name, hours: Math.round((minutes / 60) * 100) / 100 }
  const said = notification(notificationTexts, 'capstone.thanked', values)
  await notifyOfProject(tx, { id }, { audience: ['preceptor'], key: `certificate ${key}`, preceptor: preceptor_id }, said)
  await sendLink(tx, { appUrl, task: 'certificate', project: { id, title, school_name }, preceptor_id, preceptor_name })
} // prettier-ignore

/** Tells a preceptor of their certificate again: by a notification, or by a new link. */
export async function sendCertificate(tx: Tx, id: string, appUrl: string): Promise<void> {
  const one = await tx
    .selectFrom('capstone_certificates as c')
    .innerJoin('capstone_projects as p', 'p.id', 'c.project_id')
    .select(['p.id', 'p.title', 'c.preceptor_id', 'c.preceptor_name', 'c.school_name', 'c.minutes'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!one) refuse(capstoneRefusals, refusal('capstone.no_certificate'))
  await sendOne(tx, one, { ...one, key: randomUUID() }, appUrl)
}
