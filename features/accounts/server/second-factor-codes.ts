/** The codes of two-step verification: RFC 6238 with SHA-1, six digits and 30 seconds, which every authenticator app supports. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const SECONDS = 30
/** Without I, O, 0 and 1, which look alike; 32 letters, so that each random byte maps evenly. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RECOVERY_CODES = 10

/** The keys of an installation for secrets and for recovery codes, derived from its `saltKey`: a stolen database opens neither. */
const keyFor = (saltKey: string, use: 'secret' | 'recovery'): Buffer =>
  Buffer.from(hkdfSync('sha256', saltKey, '', `second factor ${use}`, 32))

const totpOf = (secret: string, email = ''): TOTP =>
  new TOTP({ issuer: 'Placewell', label: email, secret: Secret.fromBase32(secret), period: SECONDS })

/** A new secret of 160 bits, in base32, as apps show it. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The address that an authenticator app reads from a QR code. */
export const setUpAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The code that an app shows at a time (ms). */
export const codeAt = (secret: string, now: number): string => totpOf(secret).generate({ timestamp: now })

/** The 30-second step of a code, if it is that of this time (ms) or one step off, for clocks that differ; otherwise null. */
export function stepOf(secret: string, code: string, now: number): number | null {
  // Apps show codes in two groups.
  const token = code.replaceAll(/\s/g, '')
  const delta = totpOf(secret).validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / SECONDS) + delta
}

/** Encrypts a secret for one person: in another person's row it can't be opened. */
export function sealSecret(secret: string, saltKey: string, userId: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(saltKey, 'secret'), nonce).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts what `sealSecret` returned; throws if it was made for someone else or with another key. */
export function openSecret(sealed: string, saltKey: string, userId: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(saltKey, 'secret'), bytes.subarray(0, 12))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Ten new recovery codes of 50 bits, such as `QK7MP-3XW2A`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(10), (byte) => LETTERS[byte % LETTERS.length]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })

/** What is stored of a recovery code, however it was typed. */
export const recoveryDigest = (code: string, saltKey: string, userId: string): string =>
  createHmac('sha256', keyFor(saltKey, 'recovery'))
    .update(`${userId} ${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest('hex')
