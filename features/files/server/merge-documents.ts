import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { FileType } from '../contract.ts'
import { renderPage } from './render-page.ts'

export type DocumentPart = { bytes: Uint8Array; type: FileType }

const MARGIN = 36
const QUALITY = 85

/**
 * One PDF of a cover and the documents after it, with a page for each picture. Runs in a thread of its own (documents.ts), which ends it if
 * it takes too long.
 */
export async function mergeDocuments(cover: Uint8Array, parts: readonly DocumentPart[]): Promise<Uint8Array> {
  // Loaded when first used, only in this thread.
  const { PDFDocument } = await import('pdf-lib')
  const whole = await PDFDocument.load(cover)
  const { width, height } = whole.getPage(0).getSize()
  for (const { bytes, type } of parts) {
    if (type === 'application/pdf') {
      const found = await PDFDocument.load(bytes)
      for (const page of await whole.copyPages(found, found.getPageIndices())) whole.addPage(page)
      continue
    }
    const rendered = await renderPage(bytes, type, 1)
    if (!rendered) continue
    const picture = await whole.embedJpg(await asJpeg(rendered))
    const scale = Math.min((width - 2 * MARGIN) / picture.width, (height - 2 * MARGIN) / picture.height, 1)
    const size = { width: picture.width * scale, height: picture.height * scale }
    whole
      .addPage([width, height])
      .drawImage(picture, { x: (width - size.width) / 2, y: height - MARGIN - size.height, ...size })
  }
  return whole.save()
}

async function asJpeg(rendered: Uint8Array): Promise<Uint8Array> {
  const picture = await loadImage(Buffer.from(rendered))
  const canvas = createCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return canvas.encode('jpeg', QUALITY)
}
