import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatMoney } from '#core/number-text.ts'

/** An object as Stripe's API returns it; times are in seconds. */
type Thing = Record<string, unknown> & { id: string; object: string; created: number }
type Params = Record<string, string>
type Options = {
  webhookSecret: string
  /** Where webhook events are sent; without it, none are. */
  webhookUrl?: string | undefined
  /** The file where it stores its objects; without it, only in memory. */
  file?: string | undefined
  port?: number
}

const YEAR = 365 * 86_400
const seconds = () => Math.floor(Date.now() / 1_000)
const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`

/** The signature of a webhook event, as Stripe makes it. */
export function signed(body: string, secret: string, at = seconds()): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/**
 * A small server that implements Stripe’s protocol, for tests and the demo, where no money moves. It answers the calls that the product
 * makes, has pages for paying and adding a card, and reports events by signed webhooks.
 */
export async function startFakeStripe(options: Options) {
  const things = new Map<string, Thing>(readFrom(options.file))
  const once = new Map<string, Thing>()
  const state = { isDown: false, declinesCards: false }
  let origin = ''

  const keep = <T extends Thing>(thing: T): T => {
    things.set(thing.id, thing)
    if (options.file) writeFileSync(options.file, JSON.stringify([...things]))
    return thing
  }
  const make = (prefix: string, object: string, more: object): Thing =>
    keep({ id: newId(prefix), object, created: seconds(), ...more })
  const find = (id: string): Thing => {
    const found = things.get(id)
    if (!found) throw new Failed(404, 'resource_missing', `We can’t find ${id}.`)
    return found
  }
  /** Newest first, as Stripe lists them; objects created in the same second stay in order. */
  const all = (object: string, of: Params = {}): Thing[] =>
    [...things.values()]
      .filter((one) => one.object === object && (!of['customer'] || one['customer'] === of['customer']))
      .toReversed()

  /** Sends a webhook event and returns it as sent. */
  async function report(type: string, object: Thing): Promise<{ body: string; signature: string }> {
    const event = { id: newId('evt'), object: 'event', type, created: seconds(), data: { object } }
    const body = JSON.stringify(event)
    const signature = signed(body, options.webhookSecret)
    if (options.webhookUrl)
      await fetch(options.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      }).catch(() => {})
    return { body, signature }
  }

  function invoice(subscription: Thing, cents: number, currency: string): Thing {
    const at = seconds()
    const number = `PW-${String(all('invoice').length + 1).padStart(4, '0')}`
    const made = make('in', 'invoice', {
      customer: subscription['customer'],
      status: 'paid',
      number,
      amount_due: cents,
      amount_paid: cents,
      currency,
      period_start: at,
      period_end: at,
      status_transitions: { finalized_at: at },
      lines: { object: 'list', data: [{ id: newId('il'), period: { start: at, end: at + YEAR } }] },
    })
    return keep({
      ...made,
      invoice_pdf: `${origin}/invoices/${made.id}.pdf`,
      hosted_invoice_url: `${origin}/invoices/${made.id}`,
    })
  }

  const itemOf = (params: Params, at: string) => {
    const unit = Number(params[`${at}[price_data][unit_amount]`])
    const interval = params[`${at}[price_data][recurring][interval]`] ?? 'year'
    const length = interval === 'month' ? 30 * 86_400 : YEAR
    return { unit, interval, length, currency: params[`${at}[price_data][currency]`] ?? 'usd' }
  }

  /** Someone clicks "Pay" or "Save card" on the page of a Checkout session. */
  async function complete(id: string): Promise<void> {
    const session = find(id)
    if (session['status'] !== 'open') throw new Failed(400, 'session_over', 'This page has expired.')
    keep({ ...session, status: 'complete' })
    const customer = session['customer'] as string
    const method = make('pm', 'payment_method', {
      customer,
      type: 'card',
      card: {
        brand: 'visa',
        last4: String(4242 + all('payment_method', { customer }).length * 1111).slice(-4),
        exp_month: 12,
        exp_year: 2030,
      },
    })
    if (session['mode'] === 'setup') return void (await report('checkout.session.completed', session))
    const {
      item,
      trial_end: trialEnd,
      metadata,
    } = session['asked'] as { item: ReturnType<typeof itemOf>; trial_end: number | null; metadata: Params }
    const subscription = make('sub', 'subscription', {
      customer,
      status: trialEnd ? 'trialing' : 'active',
      metadata,
      trial_end: trialEnd,
      cancel_at: null,
      cancel_at_period_end: false,
      default_payment_method: method.id,
      price: item,
      items: {
        object: 'list',
        data: [{ id: newId('si'), current_period_end: trialEnd ?? seconds() + item.length }],
      },
    })
    if (!trialEnd) invoice(subscription, item.unit, item.currency)
    await report('checkout.session.completed', session)
    await report('customer.subscription.created', subscription)
  }

  const call = (method: string, path: string, params: Params): unknown => {
    const [collection, id, action] = path.split('/').slice(2) as [string, string?, string?]
    const nested = (prefix: string): Params =>
      Object.fromEntries(
        Object.entries(params).flatMap(([key, value]) => {
          const inner = key.startsWith(`${prefix}[`) ? /^\[(\w+)\]$/.exec(key.slice(prefix.length)) : null
          return inner ? [[inner[1]!, value]] : []
        }),
      )
    const list = (data: Thing[]) => ({ object: 'list', data, has_more: false, url: path })
    switch (
      `${method} ${collection}${action ? `/${action}` : id && collection !== 'checkout' ? '/id' : ''}`
    ) {
      case 'POST customers':
        return make('cus', 'customer', {
          name: params['name'],
          email: params['email'],
          metadata: nested('metadata'),
          invoice_settings: { default_payment_method: null },
        })
      case 'GET customers/id':
        return find(id!)
      case 'POST customers/id':
        return keep({
          ...find(id!),
          invoice_settings: {
            default_payment_method: params['invoice_settings[default_payment_method]'] ?? null,
          },
        })
      case 'GET customers/payment_methods':
        return list(all('payment_method', { customer: id! }))
      case 'GET products/id':
        return find(id!)
      case 'POST products':
        return keep({ id: params['id']!, object: 'product', created: seconds(), name: params['name'] })
      case 'GET checkout':
        return list(
          all('checkout.session', params).filter(
            (one) => !params['status'] || one['status'] === params['status'],
          ),
        )
      case 'POST checkout': {
        const made = make('cs_test', 'checkout.session', {
          mode: params['mode'],
          status: 'open',
          customer: params['customer'],
          success_url: params['success_url'],
          cancel_url: params['cancel_url'],
          asked: {
            item: itemOf(params, 'line_items[0]'),
            trial_end: Number(params['subscription_data[trial_end]']) || null,
            metadata: nested('subscription_data[metadata]'),
          },
        })
        return keep({ ...made, url: `${origin}/pay/${made.id}` })
      }
      case 'POST checkout/expire':
        return keep({ ...find(id!), status: 'expired' })
      case 'GET subscriptions':
        return list(
          all('subscription', params).filter(
            (one) => params['status'] === 'all' || one['status'] !== 'canceled',
          ),
        )
      case 'GET subscriptions/id':
        return find(id!)
      case 'POST subscriptions/id': {
        const before = find(id!)
        const changed = { ...before }
        if (params['cancel_at_period_end'])
          changed['cancel_at_period_end'] = params['cancel_at_period_end'] === 'true'
        if (params['default_payment_method'])
          changed['default_payment_method'] = params['default_payment_method']
        if (params['items[0][id]']) {
          if (state.declinesCards)
            throw new Failed(402, 'card_declined', 'Your card was declined.', 'card_error')
          const item = itemOf(params, 'items[0]')
          Object.assign(changed, {
            price: item,
            metadata: { ...(before['metadata'] as Params), ...nested('metadata') },
          })
          if (params['proration_behavior'] === 'always_invoice') invoice(changed, item.unit, item.currency)
        }
        keep(changed)
        void report('customer.subscription.updated', changed)
        return changed
      }
      case 'GET invoices':
        return list(all('invoice', params))
      case 'POST payment_methods/detach':
        return keep({ ...find(id!), customer: null })
      default:
        throw new Failed(404, 'unknown', `This fake does not answer ${method} ${path}.`)
    }
  }

  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const params = Object.fromEntries([...url.searchParams, ...new URLSearchParams(await textOf(request))])
    const send = (status: number, type: string, body: string, more = {}) =>
      response.writeHead(status, { 'content-type': type, ...more }).end(body)
    try {
      if (state.isDown) return void request.socket.destroy()
      const page = /^\/(pay|invoices)\/(\w+)(\.pdf)?$/.exec(url.pathname)
      if (page?.[1] === 'invoices')
        return void send(
          200,
          'text/html; charset=utf-8',
          pageOf(
            'Invoice',
            `<p>Invoice ${String(find(page[2]!)['number'])} of the demonstration: no money was taken.</p>`,
          ),
        )
      if (page) {
        const session = find(page[2]!)
        if (request.method !== 'POST')
          return void send(200, 'text/html; charset=utf-8', checkoutPage(session))
        await complete(session.id)
        return void send(303, 'text/plain', '', { location: String(session['success_url']) })
      }
      const key = request.headers['idempotency-key']
      const known = typeof key === 'string' ? once.get(key) : undefined
      // Addresses of Checkout sessions have one more path segment.
      const path = url.pathname.replace('/checkout/sessions', '/checkout')
      const found = known ?? call(request.method!, path, params)
      if (typeof key === 'string') once.set(key, found as Thing)
      send(200, 'application/json', JSON.stringify(found))
    } catch (error) {
      const { status, code, type, message } =
        error instanceof Failed ? error : new Failed(500, 'broken', String(error))
      send(status, 'application/json', JSON.stringify({ error: { type, code, message } }))
    }
  }
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: origin,
    state,
    complete,
    /** Clears all objects. */
    reset: () => {
      things.clear()
      once.clear()
      Object.assign(state, { isDown: false, declinesCards: false })
    },
    report,
    all,
    /** Changes an object as Stripe would on its own: a failed payment, a subscription that ends. */
    change: (id: string, values: object): Thing => keep({ ...find(id), ...values }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

class Failed extends Error {
  readonly status: number
  readonly code: string
  readonly type: string
  constructor(status: number, code: string, message: string, type = 'invalid_request_error') {
    super(message)
    this.status = status
    this.code = code
    this.type = type
  }
}

function readFrom(file: string | undefined): [string, Thing][] {
  try {
    return file ? (JSON.parse(readFileSync(file, 'utf8')) as [string, Thing][]) : []
  } catch {
    return []
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function checkoutPage({ mode, cancel_url, asked }: Thing): string {
  const { item } = asked as { item: { unit: number } }
  const isCard = mode === 'setup'
  const what = isCard
    ? '<p>Saves a card that is made up.</p>'
    : `<p>${formatMoney(item.unit)} a year, paid with a card that is made up.</p>`
  return pageOf(
    isCard ? 'Add a card' : 'Checkout',
    `${what}<form method="post"><button>${isCard ? 'Save card' : 'Pay'}</button></form><p><a href="${String(cancel_url)}">Back</a></p>`,
  )
}

const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{font:16px/1.5 system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem}</style></head><body><main><h1>${title}</h1><p>This is the payment page of the demonstration. No money is taken.</p>${body}</main></body></html>`
