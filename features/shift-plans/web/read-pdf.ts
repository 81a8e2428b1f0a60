import { getDocument, PDFWorker } from 'pdfjs-dist'
import { FileProblem } from '#core/text-file.ts'
import { type PdfText, tableOfPdf } from '../rules.ts'

/** With more pages than this it is no roster. */
const MAX_PAGES = 40

/** The cells of the table in a PDF, read in the browser. Throws FileProblem if there is none, or if the PDF cannot be read. */
export async function readPdfTable(file: Blob): Promise<string[][]> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port })
  try {
    const pages = await textsOf(new Uint8Array(await file.arrayBuffer()), worker)
    if (pages.every((page) => page.length === 0))
      throw new FileProblem(
        'This PDF has no text, only pictures. Ask for the file it was made from, or describe the shifts above.',
      )
    const table = tableOfPdf(pages)
    if (!table)
      throw new FileProblem(
        'No line of this PDF names its columns. It needs headings such as Date, Hours, Unit and Students. You can also copy its text into the field above.',
      )
    return table
  } finally {
    worker.destroy()
    port.terminate()
  }
}

async function textsOf(data: Uint8Array, worker: PDFWorker): Promise<PdfText[][]> {
  const task = getDocument({ data, worker })
  const pdf = await task.promise.catch((cause: Error) => {
    throw new FileProblem(
      cause.name === 'PasswordException'
        ? 'This PDF has a password. Save it again without one.'
        : 'This PDF cannot be read. It may be damaged.',
      { cause },
    )
  })
  if (pdf.numPages > MAX_PAGES)
    throw new FileProblem(`This PDF has ${pdf.numPages} pages; a roster has at most ${MAX_PAGES}.`)
  const pages: PdfText[][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(
      items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [
              {
                text: item.str,
                x: item.transform[4],
                y: item.transform[5],
                width: item.width,
                height: item.height,
              },
            ]
          : [],
      ),
    )
  }
  return pages
}
