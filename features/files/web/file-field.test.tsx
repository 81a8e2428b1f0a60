import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DocumentPages, FileField, useUploads } from './public.ts'
import { type UploadItem, type Uploads, uploadsBlocker } from './use-uploads.ts'

const item = (more: Partial<UploadItem>): UploadItem => ({
  key: 'a',
  id: 'a',
  name: 'card.jpg',
  thumb: null,
  state: 'uploading',
  progress: 0.4,
  ...more,
})
const uploadsOf = (...items: UploadItem[]): Uploads => ({
  items,
  readyIds: [],
  lostKeys: [],
  isBusy: false,
  blocker: null,
  add: () => {},
  remove: () => {},
  retry: () => {},
  rotate: () => {},
  clear: () => {},
})
const markupOf = (element: React.ReactElement): string =>
  renderToStaticMarkup(<MantineProvider env="test">{element}</MantineProvider>).replaceAll(
    /<style.*?<\/style>/gs,
    '',
  )
const fieldWith = (...items: UploadItem[]): string =>
  markupOf(<FileField label="Proof" uploads={uploadsOf(...items)} />)
const labelsIn = (markup: string): string[] =>
  [...markup.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label!)

it('offers the camera and the files of a device, several at once', () => {
  const markup = fieldWith()
  expect(markup).toMatch(/Take a photo.*Choose files/)
  expect(markup).toMatch(/accept="image\/\*" capture="environment"/)
  expect(markup).toMatch(/accept="\.pdf,[^"]*\.heic[^"]*" multiple=""/)
})

function Form(): React.ReactNode {
  const uploads = useUploads('credential')
  return (
    <FileField
      label={`Proof, ${uploads.readyIds.length} to submit`}
      uploads={uploads}
      error="Add your card."
      required
    />
  )
}

it("shows the form's error, and begins empty", () => {
  const markup = markupOf(<Form />)
  expect(markup).toMatch(/Proof, 0 to submit/)
  expect(markup).toMatch(/<fieldset[^>]*aria-describedby="([^"]*)-description \1-error"/)
  expect(markup).toContain('Add your card.')
  expect(markup).not.toContain('<li')
})

it.each([
  [item({}), 'Uploading, 40%', ['Upload of card.jpg', 'Remove card.jpg']],
  [
    item({ state: 'waiting' }),
    'No connection. The upload continues when you are back online.',
    ['Remove card.jpg'],
  ],
  [item({ state: 'checking' }), 'Checking…', ['Upload of card.jpg']],
  [
    item({ state: 'ready', thumb: 'data:image/jpeg;base64,AA' }),
    'Uploaded',
    ['Rotate card.jpg', 'Remove card.jpg'],
  ],
  [
    item({ state: 'failed', error: 'You are offline.', mayRetry: true }),
    'You are offline.',
    ['Try card.jpg again'],
  ],
])("shows each file's progress, and what can be done: %#", (file, text, labels) => {
  const markup = fieldWith(file)
  expect(markup).toContain(text)
  expect(labelsIn(markup)).toEqual(expect.arrayContaining(labels))
})

it('does not offer to retry what was refused', () => {
  const markup = fieldWith(item({ state: 'failed', error: 'This PDF is protected.' }))
  expect(markup).toContain('This PDF is protected.')
  expect(labelsIn(markup)).not.toContain('Try card.jpg again')
})

it('announces to a screen reader what is done and what failed, without percentages', () => {
  const markup = fieldWith(item({ state: 'ready' }), item({ key: 'b', state: 'failed', error: 'Too large.' }))
  expect(markup).toMatch(/<output[^>]*>1 of 2 files uploaded\. 1 failed: Too large\.</)
})

it('shows the pages that the server rendered, with the reason, and the original only as a download', () => {
  const markup = markupOf(
    <DocumentPages file={{ id: 'f', name: 'card.pdf', pages: 2 }} reason="Review & renewal" />,
  )
  expect(markup).toContain('src="/api/files/f/pages/2?reason=Review+%26+renewal"')
  expect(markup).toContain('alt="Page 2 of 2, card.pdf"')
  expect(markup).toMatch(/href="\/api\/files\/f\/content\?reason=[^"]+" download="card\.pdf"/)
  expect(markup).not.toMatch(/<(iframe|embed|object)/)
})

it('keeps a form from being sent while a file is on its way, and with one that was not uploaded', () => {
  const ready = item({ state: 'ready' })
  const failed = item({ key: 'b', name: 'back.jpg', state: 'failed', error: 'Too large.' })
  expect(uploadsBlocker([])).toBeNull()
  expect(uploadsBlocker([ready])).toBeNull()
  expect(uploadsBlocker([ready, item({})])).toBe('Wait until the files are uploaded.')
  expect(uploadsBlocker([ready, failed])).toBe('back.jpg was not uploaded. Remove it.')
  expect(uploadsBlocker([{ ...failed, mayRetry: true }])).toBe(
    'back.jpg was not uploaded. Try it again or remove it.',
  )
})
