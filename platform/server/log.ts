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
  }
  return options.to ? pino(settings, options.to) : pino(settings)
}

/** An address without what must not be logged: the tokens in queries (Spec §2 puts them there) and in calendar addresses. */
export function withoutTokens(address: string): string {
  return address.replace(/([?&](?:token|code|state)=|\/calendar\/)[^&#?]*/g, '$1[cut]')
}
