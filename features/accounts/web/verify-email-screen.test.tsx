import { expect, test, vi } from 'vitest'
import { pageAt } from '#platform/web/testing-page.tsx'
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx'

const address = vi.hoisted(() => ({ params: {} as Record<string, string> }))
vi.mock('#platform/web/url-params.ts', () => ({
  takeUrlParam: (name: string) => address.params[name],
  clearUrlParams: () => {},
}))
vi.mock('./use-token-result.ts', () => ({
  useTokenResult: () => ({ failure: 'Invalid or expired verification link.' }),
}))

const wordsOf = async (params: Record<string, string>): Promise<string> => {
  address.params = params
  return (await pageAt('/verify-email', <VerifyEmailScreen />)).words
}

test('a used link of a sign-up offers a new one', async () => {
  expect(await wordsOf({ token: 'used' })).toMatch(/address you signed up with.*Send me a new link/)
})

test('a used link of a change of address offers to sign in, and says where to get a new one', async () => {
  const words = await wordsOf({ token: 'used', for: 'change' })
  expect(words).toMatch(/Confirm your new email address.*Invalid or expired verification link/)
  expect(words).toMatch(/on your profile.*Sign in/)
  expect(words).not.toContain('signed up')
})
