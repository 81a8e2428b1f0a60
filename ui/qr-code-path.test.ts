import jsqr from 'jsqr'
import { expect, it } from 'vitest'
import { qrCodePath } from './qr-code-path.ts'

it('a camera reads it as the original text', () => {
  const text = 'https://placewell.example/check-in/407a59e7-351c-4154-aac6-96cdc785ec17?code=K7QX2M'
  const { size, path } = qrCodePath(text)
  const dark = new Set([...path.matchAll(/M(\d+),(\d+)h/g)].map(([, x, y]) => `${x},${y}`))
  const [scale, margin] = [4, 4]
  const width = (size + 2 * margin) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      if (dark.has(`${Math.floor(x / scale) - margin},${Math.floor(y / scale) - margin}`))
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  expect(jsqr(pixels, width, width)?.data).toBe(text)
})
