import { loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { drawSocialImage, linesOf, SOCIAL_SIZE } from './social-images.ts'

test('the picture of a shared link is a small PNG in the size that apps show', async () => {
  const picture = await drawSocialImage({
    title: 'Questions of students',
    description: 'How shifts, seats and hours work for nursing students, and what others see of you.',
  })
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  const { width, height } = await loadImage(picture)
  expect({ width, height }).toEqual(SOCIAL_SIZE)
  expect(picture.length).toBeLessThan(150_000)
  // Another page has another picture.
  expect(await drawSocialImage({ title: 'Pricing', description: 'What it costs.' })).not.toEqual(picture)
})

test('text is broken into lines, and cut with an ellipsis if there are too many', () => {
  const pen = { measureText: (text: string) => ({ width: text.length }) } as never
  expect(linesOf(pen, 'one two three', 7, 3)).toEqual(['one two', 'three'])
  expect(linesOf(pen, 'one two three four', 7, 1)).toEqual(['one…'])
  expect(linesOf(pen, 'one', 7, 1)).toEqual(['one'])
})
