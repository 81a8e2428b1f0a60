import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import Pdf, { type Struct } from 'pdfkit'

const FONTS = '@expo-google-fonts/source-sans-3'
const read = (file: string) => create(readFileSync(new URL(import.meta.resolve(`${FONTS}/${file}`))))
let readFonts: { regular: ReturnType<typeof read>; bold: ReturnType<typeof read> } | undefined
/** Read once, because reading a font takes longer than writing a report. */
const loadFonts = () =>
  (readFonts ??= {
    regular: read('400Regular/SourceSans3_400Regular.ttf'),
    bold: read('600SemiBold/SourceSans3_600SemiBold.ttf'),
  })

export type PdfTable = {
  /** The table's name, for screen readers. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Columns of numbers, counted from 0. */
  figures?: readonly number[]
  /** Relative widths, one for each column. */
  widths?: readonly number[]
}

const INK = '#1b1f24'
const DIMMED = '#505862'
const LINE = '#c9ced6'

/**
 * A PDF that a screen reader can read: tagged, with title and language, headings and tables with header cells, its fonts embedded (PDF/UA).
 * US Letter. Parts are added from top to bottom; `end` returns its bytes and its number of pages.
 */
export class TaggedPdf {
  readonly #doc: Pdf
  readonly #root: Struct
  readonly #bytes: Promise<Uint8Array>
  readonly #footer: string

  constructor({ title, author, footer }: { title: string; author: string; footer: string }) {
    const fonts = loadFonts()
    this.#footer = footer
    this.#doc = new Pdf({
      size: 'LETTER',
      margins: { top: 54, left: 54, right: 54, bottom: 60 },
      font: null,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: title, Author: author, Creator: 'Placewell' },
    })
    this.#doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold).font('regular')
    const chunks: Buffer[] = []
    this.#bytes = new Promise((resolve) => {
      this.#doc.on('data', (chunk) => chunks.push(chunk))
      this.#doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    })
    this.#root = this.#doc.struct('Document')
    this.#doc.addStructure(this.#root)
  }

  /** Adds the title of the document, or of one of its parts. */
  heading(text: string, level: 1 | 2 = 2): this {
    const size = level === 1 ? 20 : 13
    if (level === 2) {
      if (this.#doc.y > this.#doc.page.height - 140) this.#doc.addPage()
      this.#doc.moveDown(0.8)
    }
    return this.#tag(level === 1 ? 'H1' : 'H2', () =>
      this.#doc.font('bold').fontSize(size).fillColor(INK).text(text),
    )
  }

  /** Adds a paragraph; `dimmed` for less important text. */
  text(text: string, look: 'plain' | 'dimmed' = 'plain'): this {
    this.#doc.moveDown(0.25)
    return this.#tag('P', () =>
      this.#doc
        .font('regular')
        .fontSize(look === 'plain' ? 10.5 : 9.5)
        .fillColor(look === 'plain' ? INK : DIMMED)
        .text(text, { lineGap: 2 }),
    )
  }

  /** Adds a table with a row of header cells. */
  table({ head, rows, figures = [], widths = head.map(() => 1) }: PdfTable): this {
    const { width, margins } = this.#doc.page
    const all = widths.reduce((sum, share) => sum + share, 0)
    const whole = width - margins.left - margins.right
    this.#doc.moveDown(0.4)
    const struct = this.#doc.struct('Table')
    this.#root.add(struct)
    const align = (column: number) =>
      ({ x: figures.includes(column) ? 'right' : 'left', y: 'center' }) as const
    this.#doc.fontSize(10).fillColor(INK).font('regular')
    this.#doc.x = margins.left
    this.#doc.table({
      structParent: struct,
      columnStyles: widths.map((share) => (share / all) * whole),
      defaultStyle: { border: [0, 0, 0.5, 0], borderColor: LINE, padding: [3, 4, 3, 4] },
      data: [
        head.map((text, at) => ({
          text,
          type: 'TH' as const,
          scope: 'Column' as const,
          align: align(at),
          textColor: DIMMED,
          font: { src: 'bold', size: 9.5 },
        })),
        ...rows.map((row) => row.map((text, at) => ({ text, align: align(at) }))),
      ],
    })
    this.#doc.x = margins.left
    return this
  }

  /** Ends the document; returns its bytes and its number of pages. */
  async end(): Promise<{ content: Uint8Array; pages: number }> {
    this.#root.end()
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page++) this.#writeFooter(page, count)
    this.#doc.end()
    return { content: await this.#bytes, pages: count }
  }

  #writeFooter(page: number, pages: number): void {
    this.#doc.switchToPage(page)
    const { height, margins } = this.#doc.page
    // In the bottom margin: if the margin were not 0, the line would begin a new page.
    margins.bottom = 0
    this.#doc.markContent('Artifact', { type: 'Pagination' })
    this.#doc.font('regular').fontSize(8.5).fillColor(DIMMED)
    this.#doc.text(`${this.#footer} · Page ${page + 1} of ${pages}`, margins.left, height - 40, {})
    this.#doc.endMarkedContent()
  }

  #tag(type: string, write: () => void): this {
    this.#root.add(this.#doc.struct(type, {}, write))
    return this
  }
}
