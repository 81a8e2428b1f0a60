import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { TaggedPdf } from '#platform/server/tagged-pdf.ts'
import type { Certificate } from '../contract.ts'

/** A preceptor's certificate of hours as an accessible PDF. It names no student. */
export async function certificatePdf(one: Certificate): Promise<{ name: string; content: Uint8Array }> {
  const number = one.id.slice(0, 8).toUpperCase()
  const pdf = new TaggedPdf({
    title: `Certificate of preceptor hours: ${one.preceptor_name}`,
    author: one.school_name,
    footer: `${one.school_name} · Certificate ${number} · ${formatDate(one.issued_on, 'long')}`,
  })
  pdf.heading('Certificate of preceptor hours', 1)
  pdf.text(`${one.school_name} thanks ${one.preceptor_name} for being the preceptor of a nursing student.`)
  pdf.table({
    head: ['', ''],
    rows: [
      ['Preceptor', one.preceptor_name],
      ['Hours', `${formatNumber(one.hours)} hours on ${one.days} ${one.days === 1 ? 'day' : 'days'}`],
      ['Dates', `${formatDate(one.first_day, 'long')} to ${formatDate(one.last_day, 'long')}`],
      ['Facility', one.facility_name],
      ['Course', one.course_code],
      ...(one.faculty_name ? [['Faculty member', one.faculty_name]] : []),
      ['Issued', formatDate(one.issued_on, 'long')],
      ['Certificate', number],
    ],
    widths: [1, 3],
  })
  pdf.text(
    'The hours are those that the preceptor confirmed and the school credited to the student.',
    'dimmed',
  )
  const { content } = await pdf.end()
  return { name: `Certificate of hours ${one.preceptor_name}.pdf`, content }
}
