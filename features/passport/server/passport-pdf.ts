import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { statusLabels } from '#features/credentials/rules.ts'
import { TaggedPdf } from '#platform/server/tagged-pdf.ts'
import type { PassportEntry } from '../contract.ts'

type Cover = { name: string; school: string; on: PlainDate; entries: readonly PassportEntry[] }

/** The first pages of a passport: each credential with its status and dates. The documents follow in the same order. */
export async function passportCover({ name, school, on, entries }: Cover): Promise<Uint8Array> {
  const pdf = new TaggedPdf({
    title: `Credential passport: ${name}`,
    author: school,
    footer: `${name} · Credential passport · ${formatDate(on, 'long')}`,
  })
  pdf.heading('Credential passport', 1).text(`${name} · ${school}`)
  pdf.text(
    `As of ${formatDate(on, 'long')}. Documents of approved credentials follow in this order.`,
    'dimmed',
  )
  if (entries.length === 0) pdf.text('Nothing has been sent yet.')
  else
    pdf.table({
      head: ['Credential', 'Status', 'Date', 'Valid until'],
      rows: entries.map((entry) => [
        entry.type_name,
        statusLabels[entry.shown],
        entry.issued_on ? formatDate(entry.issued_on) : '—',
        entry.expires_on ? formatDate(entry.expires_on) : '—',
      ]),
      widths: [4, 2, 2, 2],
    })
  pdf.text('Background checks and drug screens are never part of a passport.', 'dimmed')
  return (await pdf.end()).content
}
