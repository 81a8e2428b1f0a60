import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setTimeFormat } from '#core/time-format.ts'
import { DateTimeField } from './DateTimeField.tsx'

afterEach(() => setTimeFormat('12h'))

/** What its two inputs show. */
const shown = (value: string): string[] =>
  [
    ...renderToStaticMarkup(
      <MantineProvider env="test">
        <DateTimeField label="Sign-up opens" value={value} onChange={() => {}} />
      </MantineProvider>,
    ).matchAll(/<input(?![^>]*type="hidden")[^>]* value="([^"]*)"/g),
  ].map(([, text]) => text!)

test('a day and a time are shown in the reader’s format, not in the browser’s', () => {
  expect(shown('2026-08-24T19:00')).toEqual(['Aug 24, 2026', '7:00 PM'])
  setTimeFormat('24h')
  expect(shown('2026-08-24T19:00')).toEqual(['Aug 24, 2026', '1900'])
  expect(shown('')).toEqual(['', ''])
})
