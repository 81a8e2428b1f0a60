import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { linkBlocker } from '#features/preceptors/rules.ts'
import { openLink, preceptorRefusals } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Certificate } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { certificatePdf } from '../certificate-pdf.ts'
import { listCertificates } from '../queries/list-certificates.ts'

/** A certificate as a PDF; records who downloaded it and when in the history of its project. */
export async function downloadCertificate(tx: Tx, id: string) {
  const [one] = await listCertificates(tx, { id })
  return download(tx, one)
}

/** The certificate of a link: any number of times, because nothing is submitted. */
export async function downloadByLink(tx: Tx, hash: string) {
  const link = await openLink(tx, hash, 'open')
  const blocker = linkBlocker(link?.state ?? 'unknown')
  // Returned instead of thrown, so that the attempt stays recorded.
  if (!link || blocker) return { blocker: blocker ?? refusal('link.unknown') }
  if (link.task !== 'certificate') refuse(preceptorRefusals, refusal('link.other_task'))
  const [one] = await listCertificates(tx, { project: link.project_id })
  return { file: await download(tx, one) }
}

async function download(tx: Tx, one: Certificate | undefined) {
  if (!one) refuse(capstoneRefusals, refusal('capstone.no_certificate'))
  await noteDownload(tx, one.id)
  return certificatePdf(one)
}

/** Adds an entry to the project's history, in the name of the downloader: a user, or the preceptor of a link. */
async function noteDownload(tx: Tx, id: string): Promise<void> {
  await sql`insert into public.capstone_events (school_id, project_id, party, by_name, event, reason)
    select c.school_id, c.project_id, coalesce(app.capstone_party(c.project_id), 'system'), coalesce((select u.full_name from public.users u where u.id = app.uid()),
      (select r.full_name from public.preceptors r where r.id in (select app.preceptor_ids()) limit 1)), 'certificate', c.preceptor_name
    from public.capstone_certificates c where c.id = ${id}::uuid`.execute(tx)
}
