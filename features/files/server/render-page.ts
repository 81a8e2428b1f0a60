import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import decodeHeic from 'heic-decode'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { FileType } from '../contract.ts'
import { MAX_PIXELS } from '../rules.ts'

/** The largest width and height of a rendered page: sharp on a reviewer's screen, small to transfer. */
const MAX_WIDTH = 1_600
const MAX_HEIGHT = 2_400
const QUALITY = 82

/** A page of a document as a WebP image; null if there is no such page. Runs in a thread of its own (documents.ts). */
export async function renderPage(
  bytes: Uint8Array,
  type: FileType,
  page: number,
): Promise<Uint8Array | null> {
  if (type === 'application/pdf') return renderPdf(bytes, page)
  if (page !== 1) return null
  const picture = type === 'image/heic' ? await heicCanvas(bytes) : await loadImage(Buffer.from(bytes))
  const scale = Math.min(1, MAX_WIDTH / picture.width, MAX_HEIGHT / picture.height)
  const canvas = createCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
  const pen = canvas.getContext('2d')
  // Transparent areas become white.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture as Image, 0, 0, canvas.width, canvas.height)
  return canvas.encode('webp', QUALITY)
}

/** The first page as a PNG, as large as it is shown, for text recognition; null if there is none. */
export async function renderFirstPage(bytes: Uint8Array, type: FileType): Promise<Uint8Array | null> {
  const page = await renderPage(bytes, type, 1)
  if (!page) return null
  const rendered = await loadImage(Buffer.from(page))
  const canvas = createCanvas(rendered.width, rendered.height)
  canvas.getContext('2d').drawImage(rendered, 0, 0)
  return canvas.encode('png')
}

/** How many pages a PDF has; 'encrypted' if it has a password, null if it cannot be read. */
export async function countPages(bytes: Uint8Array): Promise<number | 'encrypted' | null> {
  try {
    const pdf = await openPdf(bytes)
    // Also reads the first page, because a list of missing pages is not a document.
    await pdf.getPage(1)
    const pages = pdf.numPages
    await pdf.loadingTask.destroy()
    return pages
  } catch (error) {
    return (error as Error).name === 'PasswordException' ? 'encrypted' : null
  }
}

/** The size of a picture that can be decoded completely; null for a broken one, 'too large' before any of it is decoded. */
export async function sizeOfPicture(
  bytes: Uint8Array,
  type: FileType,
): Promise<{ width: number; height: number } | 'too large' | null> {
  try {
    const said = type === 'image/heic' ? await heicSize(bytes) : headerSize(bytes, type)
    if (!said || said.width < 1 || said.height < 1) return null
    if (said.width * said.height > MAX_PIXELS) return 'too large'
    const picture = type === 'image/heic' ? await heicCanvas(bytes) : await loadImage(Buffer.from(bytes))
    return { width: picture.width, height: picture.height }
  } catch {
    return null
  }
}

/** Width and height in a PNG's or JPEG's header, for which the decoder allocates memory. */
function headerSize(bytes: Uint8Array, type: FileType): { width: number; height: number } | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/png') return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
  for (let at = 2; at + 9 < view.length;) {
    if (view[at] !== 0xff) return null
    const marker = view[at + 1]!
    // Padding, and markers without a length.
    if (marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) at += marker === 0xff ? 1 : 2
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
    else at += 2 + view.readUInt16BE(at + 2)
  }
  return null
}

type HeicImages = { width: number; height: number }[] & { dispose: () => void }

async function heicSize(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  // Its documentation has what its types leave out: sizes, and how to free the memory.
  const images = (await decodeHeic.all({ buffer: bytes })) as unknown as HeicImages
  try {
    return images[0] ? { width: images[0].width, height: images[0].height } : null
  } finally {
    images.dispose()
  }
}

async function heicCanvas(bytes: Uint8Array): Promise<Canvas> {
  const { width, height, data } = await decodeHeic({ buffer: bytes })
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const pixels = pen.createImageData(width, height)
  pixels.data.set(data)
  pen.putImageData(pixels, 0, 0)
  return canvas
}

/** Opens a PDF using only local files. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  // Loaded when first used: the picture of a card does not need it.
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return pdfjs.getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: join(home, 'standard_fonts/'),
    cMapUrl: join(home, 'cmaps/'),
    wasmUrl: join(home, 'wasm/'),
    maxImageSize: 2 * MAX_PIXELS,
    disableFontFace: true,
    enableXfa: false,
    useSystemFonts: false,
    verbosity: 0,
  }).promise
}

async function renderPdf(bytes: Uint8Array, number: number): Promise<Uint8Array | null> {
  const pdf = await openPdf(bytes)
  try {
    if (number > pdf.numPages) return null
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(MAX_WIDTH / width, MAX_HEIGHT / height) })
    const canvas = createCanvas(
      Math.max(1, Math.floor(viewport.width)),
      Math.max(1, Math.floor(viewport.height)),
    )
    await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise
    return await canvas.encode('webp', QUALITY)
  } finally {
    await pdf.loadingTask.destroy()
  }
}
