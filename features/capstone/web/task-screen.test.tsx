import { expect, test, vi } from 'vitest'
import { pageAt } from '#platform/web/testing-page.tsx'
import { TaskScreen } from './TaskScreen.tsx'

const spent = 'This was already submitted, so nothing was changed.'
vi.mock('#platform/web/url-params.ts', () => ({ takeUrlParam: () => 'used', clearUrlParams: () => {} }))
vi.mock(import('@tanstack/react-query'), async (original) => ({
  ...(await original()),
  useMutation: ((options: { mutationKey?: readonly (readonly string[])[] }) => ({
    mutate: () => {},
    data: options.mutationKey?.[0]?.includes('openLink')
      ? { state: 'spent', message: spent, task: 'confirm', certificate: null, project: null }
      : undefined,
  })) as never,
}))

test('a used link offers no sign-in: it was sent to a preceptor without an account', async () => {
  const { words } = await pageAt('/capstone-task', <TaskScreen />)
  expect(words).toContain(spent)
  expect(words).not.toContain('Sign in')
})
