import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#platform/web/plain-api.ts'
import { SignUpStudentScreen } from './SignUpFormScreen.tsx'

type Submit = (values: object, typed: object) => Promise<void>
const page = vi.hoisted(() => ({
  settings: undefined as { sign_up_roles: string[] } | undefined,
  failure: undefined as unknown,
  submit: undefined as Submit | undefined,
}))
vi.mock('./use-site-settings.ts', () => ({ useSiteSettings: () => page.settings }))
vi.mock('./auth-calls.ts', () => ({ authCalls: { signUp: () => Promise.reject(page.failure) } }))
vi.mock('./new-password.ts', () => ({
  emptyNewPassword: {},
  useNewPassword: () => ({ schema: (schema: unknown) => schema, hash: () => Promise.resolve('a hash') }),
}))
vi.mock(import('#ui/form.ts'), async (original) => {
  const form = await original()
  return {
    ...form,
    useSchemaForm: ((schema: never, options: never) => {
      page.submit = (options as { onSubmit: Submit }).onSubmit
      return form.useSchemaForm(schema, options)
    }) as never,
  }
})
vi.mock('./NewPasswordField.tsx', () => ({ NewPasswordField: () => null }))

const wordsOf = () =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <SignUpStudentScreen />
    </MantineProvider>,
  )
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
const sent = () => page.submit!({ full_name: 'Jenna', email: 'jenna@school.example' }, {})
beforeEach(() => {
  page.settings = undefined
})

test('a refusal other than a known address stays what it is: the role was closed meanwhile', async () => {
  wordsOf()
  page.failure = new CallFailed('Sign-up as a student is closed at the moment.', 409, {
    code: 'signup.closed',
    values: {},
  })
  await expect(sent()).rejects.toBe(page.failure)
  page.failure = new CallFailed('Looks like …', 409, { code: 'signup.has_account', values: {} })
  await expect(sent()).resolves.toBeUndefined()
})

test('a closed role shows no form, and says what to do instead', () => {
  page.settings = { sign_up_roles: ['student', 'proctor'] }
  expect(wordsOf()).toContain('Create account')
  page.settings = { sign_up_roles: ['proctor'] }
  expect(wordsOf()).toContain('Sign-up for this role is closed at the moment. Ask your school or facility')
  expect(wordsOf()).not.toContain('Create account')
})
