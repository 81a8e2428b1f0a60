import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FileType } from '../contract.ts'
import { openPdf, renderFirstPage } from './render-page.ts'

/** The readable text of a document, and how certain the reader is, from 0 to 100. */
export type DocumentText = { text: string; confidence: number }

/** A credential says what it is on its first pages. */
const MAX_READ = 3
const MAX_TEXT = 20_000
/** With fewer words than this, a page of a PDF counts as a scan. */
const LEAST_WORDS = 5

/**
 * Reads the text of a document on this machine alone: a PDF's own text, or the letters of a picture or scan. Runs in a thread of its own
 * (documents.ts), which ends it if it takes too long.
 */
export async function readText(bytes: Uint8Array, type: FileType): Promise<DocumentText> {
  const written = type === 'application/pdf' ? await textOfPdf(bytes) : ''
  if (written.split(/\s+/).filter(Boolean).length >= LEAST_WORDS)
    return { text: written.slice(0, MAX_TEXT), confidence: 100 }
  const picture = await renderFirstPage(bytes, type)
  return picture ? readLetters(picture) : { text: '', confidence: 0 }
}

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes)
  try {
    const pages: string[] = []
    for (let number = 1; number <= Math.min(MAX_READ, pdf.numPages); number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      pages.push(
        items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : '')).join(''),
      )
    }
    return pages.join('\n')
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function readLetters(picture: Uint8Array): Promise<DocumentText> {
  // Loaded when first used; its language data is in the packages, and nothing is downloaded.
  const { createWorker } = await import('tesseract.js')
  const home = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const reader = await createWorker('eng', 1, {
    langPath: join(home, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
  })
  try {
    const { data } = await reader.recognize(Buffer.from(picture))
    return { text: data.text.slice(0, MAX_TEXT), confidence: Math.round(data.confidence) }
  } finally {
    await reader.terminate()
  }
}
