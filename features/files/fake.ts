import { createCanvas } from '@napi-rs/canvas'

type PdfParts = {
  pages?: number
  /** The text of each page. */
  text?: string
  /** More entries of the catalog and of the trailer. */
  catalog?: string
  trailer?: string
  /** An extra stream, and the filter in its dictionary. */
  stream?: Uint8Array
  filter?: string
}

/** A small and complete PDF for tests and seeds. */
export function pdf({
  pages = 1,
  text = 'Hepatitis B, 2026-03-01',
  catalog = '',
  trailer = '',
  stream,
  filter = '',
}: PdfParts = {}): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const kids = Array.from({ length: pages }, (_, page) => `${5 + page} 0 R`).join(' ')
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>'
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, () => page),
    ...(stream
      ? [
          `<< /Length ${stream.length} /Filter ${filter} >>\nstream\n${Buffer.from(stream).toString('latin1')}\nendstream`,
        ]
      : []),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

/** A picture of 160 by 120 for tests and seeds. */
export function picture(type: 'image/jpeg' | 'image/png'): Buffer {
  const canvas = createCanvas(160, 120)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#206a5d'
  pen.fillRect(0, 0, 160, 60)
  return type === 'image/png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg')
}
