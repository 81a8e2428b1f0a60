import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

const plain = { isSecure: false, hasPayments: false }

test.each(['/', '/login', '/admin/users', '/pricing', '/pricing/', '/rpc/plans/list'])(
  'on %s only our own origin may run if payments are not set up',
  (path) => {
    const policy = contentPolicy(path, plain)
    expect(policy).toContain(`script-src 'self';`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).not.toMatch(/stripe|unsafe-eval|script-src[^;]*unsafe|https:|\*/)
  },
)

test('the payment provider may run only on /pricing', () => {
  const paid = { ...plain, hasPayments: true }
  for (const path of ['/pricing', '/pricing/']) {
    const policy = contentPolicy(path, paid)
    expect(policy).toContain(`script-src 'self' https://js.stripe.com;`)
    expect(policy).toContain(`frame-src https://js.stripe.com https://hooks.stripe.com;`)
    expect(policy).toContain(`connect-src 'self' https://api.stripe.com;`)
  }
  for (const path of ['/', '/pricing-guide', '/billing', '/school/pricing', '/assets/pricing'])
    expect(contentPolicy(path, paid)).toBe(contentPolicy(path, plain))
})

test('insecure requests are upgraded if the product is served over HTTPS', () => {
  expect(contentPolicy('/', { ...plain, isSecure: true })).toContain('upgrade-insecure-requests')
  expect(contentPolicy('/', plain)).not.toContain('upgrade')
})
