import { expect, it } from 'vitest'
import {
  codeAt,
  newRecoveryCodes,
  newSecret,
  openSecret,
  recoveryDigest,
  sealSecret,
  setUpAddress,
  stepOf,
} from './second-factor-codes.ts'

/** "12345678901234567890", of the examples in RFC 6238, appendix B. */
const known = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('at %d s computes the code of the standard', (seconds, code) => {
  expect(codeAt(known, seconds * 1000)).toBe(code)
  expect(stepOf(known, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

it('accepts the code of the step before and after, and names its step', () => {
  const now = 1_800_000_000_000
  const step = now / 30_000
  for (const off of [-1, 0, 1]) expect(stepOf(known, codeAt(known, now + off * 30_000), now)).toBe(step + off)
  expect(stepOf(known, ` ${codeAt(known, now).replace(/(...)/, '$1 ')}`, now)).toBe(step)
  for (const off of [-2, 2]) expect(stepOf(known, codeAt(known, now + off * 30_000), now)).toBeNull()
  for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(stepOf(known, wrong, now)).toBeNull()
})

it('gives an app everything it needs', () => {
  const address = new URL(setUpAddress(known, 'ana@lakeshore.example'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('Placewell:ana@lakeshore.example')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    secret: known,
    issuer: 'Placewell',
    digits: '6',
    period: '30',
  })
})

it('opens a secret only for its person and with the key of the installation', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const sealed = sealSecret(secret, 'key', 'ana')
  expect(sealed).not.toContain(secret)
  expect(openSecret(sealed, 'key', 'ana')).toBe(secret)
  expect(() => openSecret(sealed, 'key', 'ben')).toThrow('unable to authenticate data')
  expect(() => openSecret(sealed, 'other', 'ana')).toThrow('unable to authenticate data')
  expect(sealSecret(secret, 'key', 'ana')).not.toBe(sealed)
})

it('makes ten different recovery codes, which may be typed in any way', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
  const [code] = codes as [string]
  const digest = recoveryDigest(code, 'key', 'ana')
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(recoveryDigest(` ${code.toLowerCase().replace('-', ' ')} `, 'key', 'ana')).toBe(digest)
  expect(recoveryDigest(code, 'key', 'ben')).not.toBe(digest)
  expect(recoveryDigest(code, 'other', 'ana')).not.toBe(digest)
})
