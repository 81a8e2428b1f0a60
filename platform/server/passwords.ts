import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { Unavailable } from './pg-errors.ts'

const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
/** How long (ms) one waits for its turn: a hundred before it take a few seconds even on a busy machine. */
const WAIT_MS = 30_000
const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The settings inside a client hash: "$2b$12$" and 22 characters of salt, without the digest. */
export function settingOf(clientHash: string): string {
  return clientHash.slice(0, 29)
}

/** The salt for any email address, registered or not: HMAC(key, email) in bcrypt's alphabet, so that the answer reveals nothing. */
export function settingFor(email: string, key: string): string {
  const digest = createHmac('sha256', key).update(email).digest()
  let salt = ''
  for (let i = 0; i < 21; i++) salt += BCRYPT_ALPHABET[digest[i]! & 63]
  return `$2b$12$${salt}${'.Oeu'[digest[21]! & 3]}`
}

/**
 * Hashes and checks what the browser sends, with argon2id (19 MiB, 2 passes) over a peppered HMAC: two at a time, at most 100 waiting,
 * otherwise Unavailable, so that many sign-ins cannot starve everything else.
 */
export class PasswordHasher {
  readonly #pepper: string
  readonly #limiter: ConcurrencyLimiter
  #dummy: Promise<string> | undefined

  constructor(options: { pepper: string; atOnce?: number; maxWaiting?: number }) {
    this.#pepper = options.pepper
    this.#limiter = new ConcurrencyLimiter({
      most: options.atOnce ?? 2,
      maxWaiting: options.maxWaiting ?? 100,
      waitMs: WAIT_MS,
    })
  }

  /** The verifier to store for a client hash: `a2id$` salt `$` digest, base64url. Throws Unavailable if too many wait. */
  async hash(clientHash: string): Promise<string> {
    const nonce = randomBytes(16)
    const digest = await this.#derive(clientHash, nonce)
    return `a2id$${nonce.toString('base64url')}$${digest.toString('base64url')}`
  }

  /** True if the client hash matches the verifier. Without a verifier, does the same work against a dummy and returns false. */
  async verify(clientHash: string, verifier: string | null): Promise<boolean> {
    const stored = verifier ?? (await this.#dummyVerifier())
    const [scheme, nonce, digest] = stored.split('$')
    if (scheme !== 'a2id' || !nonce || !digest) return false
    const expected = Buffer.from(digest, 'base64url')
    const actual = await this.#derive(clientHash, Buffer.from(nonce, 'base64url'))
    return timingSafeEqual(actual, expected) && verifier !== null
  }

  #dummyVerifier(): Promise<string> {
    this.#dummy ??= this.hash('$2b$12$nobody').catch((error) => {
      // Otherwise unknown addresses would be answered differently from known ones until the next start.
      this.#dummy = undefined
      throw error
    })
    return this.#dummy
  }

  async #derive(clientHash: string, nonce: Buffer): Promise<Buffer> {
    const message = createHmac('sha256', this.#pepper).update(clientHash).digest()
    const derived = await this.#limiter.take(
      () =>
        new Promise<Buffer>((resolve, reject) =>
          argon2('argon2id', { message, nonce, ...COST }, (error, key) =>
            error ? reject(error) : resolve(Buffer.from(key)),
          ),
        ),
    )
    if (!derived) throw new Unavailable('Too many sign-ins at once')
    return derived
  }
}
