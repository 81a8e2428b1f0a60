/** The pictures of shared links to pages of the site: the title below the logo, in the product's colors and font. */
import { join } from 'node:path'
import { type Canvas, createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { palette } from '#ui/theme.ts'

const home = join(import.meta.dirname, '..')
const FACE = 'Instrument Sans'
const MARGIN = 88

/** The size that apps require for link previews: 1.91 to 1, and at least 1200 wide. */
export const SOCIAL_SIZE = { width: 1200, height: 630 }

/** Renders the picture of a page: its title, and up to two lines of its description. */
export async function drawSocialImage(page: { title: string; description: string }): Promise<Buffer> {
  if (!GlobalFonts.has(FACE))
    GlobalFonts.registerFromPath(
      join(
        home,
        'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
      ),
      FACE,
    )
  const mark = await loadImage(join(home, 'public/favicon.svg'))
  const canvas = createCanvas(SOCIAL_SIZE.width, SOCIAL_SIZE.height)
  drawPage(canvas, page, mark)
  return canvas.encode('png')
}

function drawPage(
  canvas: Canvas,
  { title, description }: { title: string; description: string },
  mark: Awaited<ReturnType<typeof loadImage>>,
): void {
  const pen = canvas.getContext('2d')
  const { evergreen, clay } = palette
  pen.fillStyle = evergreen[0]!
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = clay[5]!
  pen.fillRect(0, canvas.height - 12, canvas.width, 12)
  pen.textBaseline = 'alphabetic'
  mark.width = 72
  mark.height = 72
  pen.drawImage(mark, MARGIN, MARGIN - 20, 72, 72)
  pen.fillStyle = evergreen[8]!
  pen.font = `600 44px "${FACE}"`
  pen.fillText('Placewell', MARGIN + 92, MARGIN + 32)

  const width = canvas.width - 2 * MARGIN
  pen.fillStyle = evergreen[9]!
  const size = title.length > 48 ? 64 : 76
  pen.font = `700 ${size}px "${FACE}"`
  const lines = linesOf(pen, title, width, 3)
  let y = 286
  for (const line of lines) {
    pen.fillText(line, MARGIN, y)
    y += size * 1.15
  }
  pen.fillStyle = evergreen[7]!
  pen.font = `400 34px "${FACE}"`
  for (const line of linesOf(pen, description, width, lines.length > 2 ? 1 : 2)) {
    pen.fillText(line, MARGIN, y + 8)
    y += 46
  }
}

/** Breaks a text into lines no wider than `width`; if there are more than `most` lines, the last ends with an ellipsis. */
export function linesOf(
  pen: Pick<SKRSContext2D, 'measureText'>,
  text: string,
  width: number,
  most: number,
): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  let last = `${kept.at(-1)}…`
  while (pen.measureText(last).width > width && last.includes(' '))
    last = `${last.slice(0, last.lastIndexOf(' '))}…`
  return [...kept.slice(0, -1), last]
}
