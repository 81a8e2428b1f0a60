import pino from 'pino'

export type Log = pino.Logger

/** The process's log: JSON lines, on stdout by default, with every field named like a secret removed. */
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
    // Whatever the field that holds an address, the log keeps only what an operator needs of it.
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
 * Shortens an address to what an operator needs. Queries can hold names and email addresses, and tokens (Spec §2), so a parameter keeps its
 * name, and its value only if that is an id, a date, a time, a short number or a filter value. Path segments that are keys (calendars,
 * shared passports) or name a mailbox are cut.
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
/** Parameters whose values the product itself defines. */
const FILTER = /^(?:dir|format|kind|role|sort|span|specialty|standing|status|type|view)(?:\[\d*\])?$/
const WORDS = /^[a-z_,.-]{1,60}$/

const shorten = (address: unknown): unknown => (typeof address === 'string' ? addressToLog(address) : address)

/** An error without PostgreSQL's details, which hold values of the row. */
function failureToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, code } = error as Error & { code?: unknown }
  return { type: name, message, ...(code === undefined ? {} : { code }), stack }
}

/** Logs a failure with everything known about it, under the request's id; an unavailable database is a warning, not a bug. */
export function logFailure(log: Log, where: { id: string; path?: string }, error: Error): void {
  if (error.name === 'TimedOut') return log.warn({ ...where, err: error.message }, 'a call took too long')
  if (error.name === 'Unavailable') {
    const { message, code } = (error.cause ?? error) as Error & { code?: string }
    return log.warn({ ...where, code, err: `${error.message}: ${message}` }, 'the database is away')
  }
  const { message, stack, code } = error as Error & { code?: string }
  log.error({ ...where, code, err: message, stack }, 'a call failed')
}
