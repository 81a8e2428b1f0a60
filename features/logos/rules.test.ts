import { expect, it } from 'vitest'
import { pictureKind } from './rules.ts'

it.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', null],
  ['\x89PNG', null],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['<html>', null],
  ['GIF89a', null],
  ['', null],
])('%j is %s', (text, kind) => expect(pictureKind(Buffer.from(text, 'latin1'))).toBe(kind))
