const PAYMENT_PAGE = '/pricing'
const OF_PAYMENTS = {
  'script-src': ['https://js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
}

/**
 * What a page may load (the Content-Security-Policy header): only our own origin, plus the card payment provider on /pricing if one is set
 * up (Spec §2). `path` has no query.
 */
export function contentPolicy(path: string, options: { isSecure: boolean; hasPayments: boolean }): string {
  const directives: Record<string, string[]> = {
    'default-src': [`'self'`],
    'script-src': [`'self'`],
    // Mantine writes its rules for responsive classes into one style element.
    'style-src': [`'self'`, `'unsafe-inline'`],
    'img-src': [`'self'`, 'data:'],
    'font-src': [`'self'`],
    'connect-src': [`'self'`],
    'worker-src': [`'self'`],
    'frame-src': [`'none'`],
    'object-src': [`'none'`],
    'base-uri': [`'none'`],
    'form-action': [`'self'`],
    'frame-ancestors': [`'none'`],
    ...(options.isSecure && { 'upgrade-insecure-requests': [] }),
  }
  if (options.hasPayments && path.replace(/\/+$/, '') === PAYMENT_PAGE)
    for (const [directive, sources] of Object.entries(OF_PAYMENTS))
      directives[directive] = [...directives[directive]!.filter((source) => source !== `'none'`), ...sources]
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
