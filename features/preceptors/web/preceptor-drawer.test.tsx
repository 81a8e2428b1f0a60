import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { PreceptorDrawer } from './PreceptorDrawer.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const nothing = () => {}

test('facilities that could not be loaded are said in the drawer, with Try again', async () => {
  const drawer = <PreceptorDrawer opened preceptor={undefined} onClose={nothing} />
  expect((await pageAt('/', drawer, failingClient())).words).toMatch(
    /Some choices couldn’t be loaded.*Try again/,
  )
})
