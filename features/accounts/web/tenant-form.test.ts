import { expect, it } from 'vitest'
import { withTenant } from './tenant-form.ts'

const schema = withTenant('school_admin', { safeParse: () => ({ success: true, data: {} }) })
const values = { school_id: '', facility_id: '', join_code: '', tenant_name: '', message: '' }
const pathsOf = (is_new_tenant: boolean) => {
  const result = schema.safeParse({ ...values, is_new_tenant })
  return result.success ? [] : result.error.issues.map(({ path }) => path)
}

it('marks the field that is shown: the search, or the name of a new school', () => {
  expect(pathsOf(false)).toEqual([['school_id']])
  expect(pathsOf(true)).toEqual([['tenant_name']])
})
