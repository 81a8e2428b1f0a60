/** Pixels of the longer edge: enough for a reviewer to read the small print of a card. */
const MAX_EDGE = 2_400
const QUALITY = 0.82
/** A JPEG of at most this many bytes is sent unchanged. */
const SMALL = 700_000
const THUMB = 96

export type Prepared = {
  blob: Blob
  name: string
  /** A thumbnail as a data URL, null if the browser cannot show it. */
  thumb: string | null
}

/**
 * A picture as it is uploaded: turned by quarter turns, at most 2,400 pixels long, as JPEG. Anything that is not a picture, or that this
 * browser cannot read (HEIC outside of Apple's), is sent unchanged, because the server can read it.
 */
export async function prepareImage(file: File, quarters: number): Promise<Prepared> {
  const asItIs = { blob: file, name: file.name, thumb: null }
  if (!/^image\/(jpeg|png|heic|heif|webp)$/.test(file.type)) return asItIs
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return asItIs
  try {
    const thumb = draw(picture, quarters, THUMB).toDataURL('image/jpeg', 0.7)
    const isLong = Math.max(picture.width, picture.height) > MAX_EDGE
    if (quarters % 4 === 0 && !isLong && file.size <= SMALL && /^image\/(jpeg|png)$/.test(file.type))
      return { ...asItIs, thumb }
    const canvas = draw(picture, quarters, MAX_EDGE)
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY)
    })
    return blob ? { blob, name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, thumb } : { ...asItIs, thumb }
  } finally {
    picture.close()
  }
}

function draw(picture: ImageBitmap, quarters: number, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const [wide, high] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const lies = quarters % 2 !== 0
  const canvas = document.createElement('canvas')
  canvas.width = lies ? high : wide
  canvas.height = lies ? wide : high
  const pen = canvas.getContext('2d')!
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((quarters * Math.PI) / 2)
  pen.drawImage(picture, -wide / 2, -high / 2, wide, high)
  return canvas
}
