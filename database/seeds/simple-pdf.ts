/** An A4 page with some lines of text as a PDF; the first line is large. */
export function simplePdf(lines: readonly string[]): Uint8Array {
  const rendered = lines.map(
    (line, at) =>
      `BT /F1 ${at === 0 ? 22 : 13} Tf 72 ${at === 0 ? 740 : 710 - at * 26} Td (${line.replace(/[\\()]/g, String.raw`\$&`)}) Tj ET`,
  )
  const content = ['0.85 0.9 0.88 rg 48 770 499 24 re f 0 g', ...rendered].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}
