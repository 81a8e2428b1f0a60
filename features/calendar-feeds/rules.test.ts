import { expect, it } from 'vitest'
import { addLinks } from './rules.ts'

it('gives each calendar app the feed’s address in the form it accepts', () => {
  const links = addLinks('https://placewell.example/calendars/abc.ics?k=1&l=2')
  expect(links.apple).toBe('webcal://placewell.example/calendars/abc.ics?k=1&l=2')
  expect(new URL(links.google).searchParams.get('cid')).toBe(links.apple)
  expect(new URL(links.outlook).searchParams.get('url')).toBe(
    'https://placewell.example/calendars/abc.ics?k=1&l=2',
  )
})
