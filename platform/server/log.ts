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
    // However a line came to name an address: none keeps more of it than an operator needs.
    serializers: {
      url: shorten,
      path: shorten,
      req: ({ method, url }: { method?: string; url?: string }) => ({ method, url: shorten(url) }),
      err: failureToLog,
    },
  }
  return options.to ? pino(settings, options.to) : pino(settings)
}

/**
 * An address with what an operator needs of it. People put names and mail addresses of people in queries, the specification puts
 * tokens there (Spec §2), so a parameter keeps its name, and its value only where that is an id, a day, a time, a short number, or a
 * word of a filter. Of the path, what is a key itself (calendars, shared passports) or names a mailbox is cut.
 */
export function addressToLog(address: string): string {
  if (!address.startsWith('/')) return address
  const [, path, query] = /^([^?#]*)(?:\?([^#]*))?/.exec(address)!
  const shown = path!.replace(
    /(\/(?:calendar|passports)\/).*|\/[^/]*(?:@|%40)[^/]*/gi,
    (_, key = '/') => `${key}[cut]`,
  )
  return query === undefined ? shown : `${shown}?${query.split('&').map(parameterToLog).join('&')}`
}

function parameterToLog(parameter: string): string {
  const [, name, value] = /^([^=]*)(?:=(.*))?/s.exec(parameter)!
  if (!/^[a-z][\w.[\]]{0,40}$/.test(name!)) return '[cut]'
  if (!value) return parameter
  const isPlain = !SECRET_OR_TYPED.test(name!) && PLAIN.test(value)
  return isPlain || (FILTER.test(name!) && WORDS.test(value)) ? parameter : `${name}=[cut]`
}

const SECRET_OR_TYPED = /token|code|state|signature|secret|\b(?:q|search|zip)\b/i
const PLAIN =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d(?:-\d\d)?|\d\d:\d\d|-?\d{1,4}(?:\.\d{1,4})?|true|false|all|none)$/i
/** Parameters of which each value is one that the product knows. */
const FILTER = /^(?:dir|format|kind|role|sort|span|specialty|standing|status|type|view)(?:\[\d*\])?$/
const WORDS = /^[a-z_,.-]{1,60}$/

const shorten = (address: unknown): unknown => (typeof address === 'string' ? addressToLog(address) : address)

/** A failure without what PostgreSQL says besides: values of the row. */
function failureToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, code } = error as Error & { code?: unknown }
  return { type: name, message, ...(code === undefined ? {} : { code }), stack }
}

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
