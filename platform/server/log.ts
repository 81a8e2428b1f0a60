import pino from 'pino'

export type Log = pino.Logger

/** The process's log: JSON lines, on stdout unless told where, with everything that is named like a secret cut out. */
export function createLog(options: { level: string; to?: NodeJS.WritableStream }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: null,
    redact: {
      paths: [
        '*.password',
        '*.password_hash',
        '*.password_hash_input',
        '*.token',
        '*.cookie',
        '*.authorization',
        'req.headers',
      ],
      censor: '[cut]',
    },
    // However a line came to name an address: none keeps the token in it.
    serializers: {
      url: cutAddress,
      path: cutAddress,
      req: ({ method, url }: { method?: string; url?: string }) => ({ method, url: cutAddress(url) }),
    },
  }
  return options.to ? pino(settings, options.to) : pino(settings)
}

/**
 * An address without what must not be logged: the tokens in queries (Spec §2 puts them there), also of an address inside another,
 * the signatures of links in mails, and the addresses that are keys themselves (calendars, shared passports).
 */
export function withoutTokens(address: string): string {
  return address.replace(
    /((?:[?&]|%3f|%26)(?:token|code|state|signature)(?:=|%3d)|\/(?:calendar|passports)\/)[^&#?]*/gi,
    '$1[cut]',
  )
}

const cutAddress = (address: unknown): unknown =>
  typeof address === 'string' ? withoutTokens(address) : address

/** A failure with all that is known of it, under the request's id; a database that is away is a warning, and no mistake of ours. */
export function logFailure(log: Log, where: { id: string; path?: string }, error: Error): void {
  if (error.name === 'TookTooLong') return log.warn({ ...where, err: error.message }, 'a call took too long')
  if (error.name === 'Unavailable') {
    const { message, code } = (error.cause ?? error) as Error & { code?: string }
    return log.warn({ ...where, code, err: `${error.message}: ${message}` }, 'the database is away')
  }
  const { message, stack, code } = error as Error & { code?: string }
  log.error({ ...where, code, err: message, stack }, 'a call failed')
}
